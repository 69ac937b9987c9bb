import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { ProductOutbox } from '#mails/templates.ts'

/** The private bucket in which exports wait for their owners. */
export const BUCKET = 'exports'

/** All that exports work with. A verb asks for the part it needs. */
export type PersonalData = {
  db: Database
  clock: Clock
  limits: RateLimits
  outbox: ProductOutbox
  /** Keeps what arrives as somebody's file, piece by piece, and answers with its size. */
  putFile(name: string, ownerId: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  removeFiles(names: string[]): Promise<unknown>
}
