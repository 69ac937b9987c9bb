import type { Caller } from './database.ts'

/**
 * Somebody signed in, whose session and account were looked up for this very call. Row policies see
 * him as himself: `db.as(member, …)`.
 */
export type Member = Caller & {
  readonly id: string
  readonly email: string | null
  /** null only for a token that was made outside of this server with one of its keys. */
  readonly sessionId: string | null
}
