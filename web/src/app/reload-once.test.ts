// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadOncePerBuild } from './reload-once.ts'

const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
  sessionStorage.clear()
  reload.mockClear()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a missing chunk reloads the page after half a second', () => {
  reloadOncePerBuild('boot-1.js')

  vi.advanceTimersByTime(499)
  expect(reload).not.toHaveBeenCalled()

  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('the same build never reloads twice, so being offline is no endless loop', () => {
  reloadOncePerBuild('boot-1.js')
  reloadOncePerBuild('boot-1.js')
  vi.runAllTimers()

  expect(reload).toHaveBeenCalledOnce()
})

test('the next deploy may reload again', () => {
  reloadOncePerBuild('boot-1.js')
  reloadOncePerBuild('boot-2.js')
  vi.runAllTimers()

  expect(reload).toHaveBeenCalledTimes(2)
})
