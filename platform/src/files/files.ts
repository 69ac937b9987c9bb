import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { RateLimits } from '#limits/rate-limits.ts'

/** All that the file service works with. A verb asks for the part it needs. */
export type Files = {
  db: Database
  clock: Clock
  limits: RateLimits
  /** Signs links and nothing else: whoever holds a link must not hold a session's key. */
  signingKey: Uint8Array
  /** No file is larger, whatever its bucket allows. */
  maxFileBytes: number
}
