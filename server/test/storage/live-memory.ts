import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is alive outside of the heap, after everything that is not has been collected. */
export function liveBytes(): number {
  collect()
  const { arrayBuffers, external } = process.memoryUsage()

  return Math.max(arrayBuffers, external)
}
