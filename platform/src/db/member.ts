import type { Caller } from './database.ts'

/**
 * A signed-in user, whose session and account were checked for this call. `db.as(member, …)` applies row policies to
 * them.
 */
export type Member = Caller & {
  readonly id: string
  readonly email: string | null
  /** null only for a token that was signed outside this server with one of its keys. */
  readonly sessionId: string | null
}
