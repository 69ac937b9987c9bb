// Loaded before a program, into its threads too: a timer of half a minute and more in a thread takes a sixth of its time.
import { isMainThread } from 'node:worker_threads'

const LONG_MS = 30_000
const TIMES_AS_QUICK = 6
const start = globalThis.setTimeout

if (!isMainThread) {
  globalThis.setTimeout = Object.assign(
    (/** @type {() => void} */ work, /** @type {number} */ ms, /** @type {unknown[]} */ ...rest) =>
      Reflect.apply(start, globalThis, [work, ms >= LONG_MS ? ms / TIMES_AS_QUICK : ms, ...rest]),
    start,
  )
}
