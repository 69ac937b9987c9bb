import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Live memory outside the heap, after a full collection. */
export function liveBytes(): number {
  collect()
  // The first run frees buffers asynchronously; the second waits for that.
  collect()
  const { arrayBuffers, external } = process.memoryUsage()

  return Math.max(arrayBuffers, external)
}

/** Live memory on the heap. */
export function liveHeapBytes(): number {
  collect()
  collect()

  return process.memoryUsage().heapUsed
}
