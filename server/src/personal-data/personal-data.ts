import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { ProductOutbox } from '#mails/templates.ts'

/** The private bucket that holds exports. */
export const BUCKET = 'exports'

/** The dependencies of exports. Each verb takes the part it needs. */
export type PersonalData = {
  db: Database
  clock: Clock
  limits: RateLimits
  outbox: ProductOutbox
  /** Stores a member's file from a stream, and returns its size. */
  putFile(name: string, ownerId: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  removeFiles(names: string[]): Promise<unknown>
}
