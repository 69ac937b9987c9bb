import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { Bytes } from './bytes.ts'

/** The file service's dependencies. Each verb takes the part it needs. */
export type Files = {
  db: Database
  bytes: Bytes
  clock: Clock
  limits: RateLimits
  /** Only for links: a link must not be valid as a session. The last one signs, all of them verify. */
  linkKeys: readonly Uint8Array[]
  /** The size limit of every file, even if its bucket allows more. */
  maxFileBytes: number
}
