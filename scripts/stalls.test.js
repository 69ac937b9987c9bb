import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchForStalls } from './stalls.js'

test('a process that stood still is known with the time it did', async () => {
  const stalls = watchForStalls()
  onTestFinished(stalls.end)
  const before = Date.now()
  blockFor(2600)
  await pause(300)
  const after = Date.now()

  expect(stalls.longestBetween(before, after)).toBeGreaterThan(2000)
  expect(stalls.longestBetween(after + 60_000, after + 61_000)).toBe(0)
})

function blockFor(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
