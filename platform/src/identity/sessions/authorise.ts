import type { Sql } from '#db/database.ts'
import { type Account, hasVerifiedFactor, isBanned } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { aal2Required, sessionOfTokenGone, userOfTokenGone } from './errors.ts'
import type { MemberSession } from './identify.ts'
import { findSession } from './sessions-table.ts'

/** The user and session that a request claims. */
export type SignedIn = {
  userId: string
  /** null only for a token that was signed outside this service with one of its keys. */
  sessionId: string | null
}

export type Authorised = { account: Account; session: MemberSession | null }

export const signedInAs = ({ account, session }: Authorised): SignedIn => ({
  userId: account.id,
  sessionId: session?.id ?? null,
})

/**
 * Decides under the account's lock, inside the change's transaction: a session that has ended is refused. The account is locked before
 * sessions, codes and flows.
 */
export async function authorise(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  { userId, sessionId }: SignedIn,
): Promise<Authorised> {
  const now = clock.now()
  const account = await lockAccount(sql, 'id', userId)
  if (!account) throw userOfTokenGone()
  if (isBanned(account, now)) throw userBanned(403)
  if (sessionId === null) return { account, session: null }

  const row = await findSession(sql, sessionId)
  const isOver = row?.not_after != null && row.not_after <= now
  if (!row || row.user_id !== userId || isOver) throw sessionOfTokenGone()
  const { id, aal, amr, created_at: createdAt, not_after: notAfter } = row
  return { account, session: { id, aal, amr, createdAt, notAfter } }
}

/** Also requires aal2 if the account has a verified factor. */
export async function authoriseAssured(
  sql: Sql,
  needs: Pick<Identity, 'clock'>,
  signedIn: SignedIn,
): Promise<Authorised> {
  const authorised = await authorise(sql, needs, signedIn)
  if (!isAssured(authorised)) throw aal2Required()

  return authorised
}

export const isAssured = ({ account, session }: Authorised): boolean =>
  !hasVerifiedFactor(account) || session?.aal === 'aal2'
