// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateNotice } from './update-notice.ts'
import { watchForUpdates } from './watch-for-updates.ts'

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')

let builds = 0
let reload: ReturnType<typeof vi.fn>

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  document.body.innerHTML = updateNotice('Application updated. Refreshing...')
  reload = vi.fn()
  vi.stubGlobal('location', { reload })
  builds += 1
  watchForUpdates(`boot-${builds}.js`)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a script that fails to load shows the notice and reloads after a second', () => {
  const script = document.body.appendChild(document.createElement('script'))

  script.dispatchEvent(new Event('error'))
  expect(isNoticeShown()).toBe(true)

  vi.advanceTimersByTime(999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalled()
})

test('a rejection that nobody caught reloads after half a second without a word', () => {
  window.dispatchEvent(rejection(MISSING))

  vi.advanceTimersByTime(499)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalled()
  expect(isNoticeShown()).toBe(false)
})

test('a picture that fails to load, or any other rejection, is no update', () => {
  document.body.appendChild(document.createElement('img')).dispatchEvent(new Event('error'))
  window.dispatchEvent(rejection(new Error('not yours')))

  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
  expect(isNoticeShown()).toBe(false)
})

function rejection(reason: Error): Event {
  return Object.assign(new Event('unhandledrejection'), { reason })
}

function isNoticeShown(): boolean {
  return !document.querySelector('#update-notice')?.hasAttribute('hidden')
}
