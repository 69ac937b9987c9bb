import type { AssuranceLevel } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { ACCOUNT_COLUMNS, asAccount } from '#identity/accounts/accounts-table.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Bearer } from '#tokens/read-bearer.ts'
import {
  badJwt,
  missingSub,
  noBearer,
  sessionOfTokenGone,
  subNoUuid,
  userOfTokenGone,
} from './errors.ts'
import type { Amr } from './sessions-table.ts'

/** A signed-in user and the session of their request. */
export type Member = {
  account: Account
  /** null only for a token that was signed outside this service with one of its keys. */
  session: MemberSession | null
  aud: string
}

export type MemberSession = {
  id: string
  aal: AssuranceLevel
  amr: Amr[]
  createdAt: Date
  notAfter: Date | null
}

/**
 * Identifies the caller. User and session are looked up on every request, so that sign-outs, bans and deletions take effect immediately.
 */
export async function identify(
  { db, clock }: Pick<Identity, 'db' | 'clock'>,
  bearer: Bearer,
): Promise<Member> {
  const { userId, sessionId, namesSession, aud } = subjectOf(bearer)

  const { rows } = await db.ask<Row>(theServer, { text: WHO, values: [userId, sessionId] })
  const row = rows[0]
  if (!row) throw userOfTokenGone()

  const session = row.session && asSession(row.session, clock.now())
  if (namesSession && !session) throw sessionOfTokenGone()
  const account = asAccount(row)
  if (isBanned(account, clock.now())) throw userBanned(403)

  return { account, session, aud }
}

/** The user and session that a token names. */
export function subjectOf(bearer: Bearer) {
  if (bearer.kind === 'nobody') throw noBearer()
  if (bearer.kind === 'refused') throw badJwt(`token is ${bearer.reason}`)

  const { sub, session_id, aud } = bearer.claims
  if (!sub) throw missingSub()
  if (!isUuid(sub)) throw subNoUuid()

  return {
    userId: sub,
    sessionId: typeof session_id === 'string' && isUuid(session_id) ? session_id : null,
    namesSession: session_id !== undefined,
    aud: typeof aud === 'string' ? aud : '',
  }
}

type SessionFacts = {
  id: string
  aal: AssuranceLevel
  amr: Amr[]
  created_at: string
  not_after: string | null
}
type Row = Omit<Account, 'language'> & { language: string | null; session: SessionFacts | null }

const WHO = `
  select ${ACCOUNT_COLUMNS}, to_jsonb(session) - 'refresh_key_sealed' as session
    from auth.users as account
    left join auth.sessions as session on session.user_id = account.id and session.id = $2
   where account.id = $1 and account.deleted_at is null`

function asSession(row: SessionFacts, now: Date): MemberSession | null {
  const notAfter = row.not_after === null ? null : new Date(row.not_after)
  if (notAfter !== null && notAfter <= now) return null

  return { id: row.id, aal: row.aal, amr: row.amr, createdAt: new Date(row.created_at), notAfter }
}
