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

test('a missing chunk reloads the page after the given time', () => {
  expect(reloadOncePerBuild('boot-1.js', 500)).toBe(true)

  vi.advanceTimersByTime(499)
  expect(reload).not.toHaveBeenCalled()

  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('the same build never reloads twice, so being offline is no endless loop', () => {
  reloadOncePerBuild('boot-1.js', 500)
  expect(reloadOncePerBuild('boot-1.js', 500)).toBe(false)
  vi.runAllTimers()

  expect(reload).toHaveBeenCalledOnce()
})

test('the next deploy may reload again', () => {
  reloadOncePerBuild('boot-1.js', 500)
  reloadOncePerBuild('boot-2.js', 500)
  vi.runAllTimers()

  expect(reload).toHaveBeenCalledTimes(2)
})
