import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is alive outside of the heap, after everything that is not has been collected. */
export function liveBytes(): number {
  collect()
  // What the first finds dead is given back beside the program; the second waits until that is done.
  collect()
  const { arrayBuffers, external } = process.memoryUsage()

  return Math.max(arrayBuffers, external)
}

/** What is alive on the heap. */
export function liveHeapBytes(): number {
  collect()
  collect()

  return process.memoryUsage().heapUsed
}
