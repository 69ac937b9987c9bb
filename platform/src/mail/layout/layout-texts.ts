import type { Reason } from './message.ts'
import type { Words } from './words.ts'

/** The texts around every message. */
export type LayoutWords = {
  ifTheButtonFails: Words
  code: Words
  reasons: Record<Reason, (product: Words) => Words>
  chooseMails: Words
  writeToUs: Words
}
