import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { RateLimits } from '#limits/rate-limits.ts'

/** The file service's dependencies. A verb takes the part it needs. */
export type Files = {
  db: Database
  clock: Clock
  limits: RateLimits
  /** Signs links only: a link's key must not be a session's. */
  signingKey: Uint8Array
  /** The size limit of every file, whatever its bucket allows. */
  maxFileBytes: number
}
