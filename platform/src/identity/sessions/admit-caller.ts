import type { AssuranceLevel } from '@app/contract/identity'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Limit } from '#limits/limit.ts'
import type { RateLimits } from '#limits/rate-limits.ts'
import type { Bearer } from '#tokens/read-bearer.ts'
import { sessionOfTokenGone, userOfTokenGone } from './errors.ts'
import { subjectOf } from './identify.ts'
import type { Amr } from './sessions-table.ts'

/** The facts that decide whether a member may call, and the facts passed to a function. */
export type AdmittedCaller = {
  id: string
  email: string | null
  /** null only for a token that was signed outside this service with one of its keys. */
  session: { id: string; aal: AssuranceLevel; amr: Amr[] } | null
  hasVerifiedFactor: boolean
}

type Needs = Pick<Identity, 'clock'> & { limits: RateLimits }

/**
 * Like `identify`, but without the rest of the account, and takes a rate-limit token in the same round trip. A refused
 * caller uses no token.
 */
export async function admitCaller(
  { limits, clock }: Needs,
  bearer: Bearer,
  { bucket, limit }: { bucket: string; limit: Limit },
): Promise<AdmittedCaller> {
  const { userId, sessionId, namesSession } = subjectOf(bearer)

  const row = await limits.takeFor<Row>(
    { text: WHO, values: [userId, sessionId, clock.now().toISOString(), namesSession] },
    `${bucket} ${userId.toLowerCase()}`,
    limit,
  )
  if (!row) throw userOfTokenGone()
  if (namesSession && row.session_id === null) throw sessionOfTokenGone()
  if (row.is_banned) throw userBanned(403)

  const { id, email, session_id, aal, amr, has_verified_factor: hasVerifiedFactor } = row
  const session = session_id === null ? null : { id: session_id, aal, amr }
  return { id, email, session, hasVerifiedFactor }
}

type Row = {
  id: string
  email: string | null
  is_banned: boolean
  session_id: string | null
  aal: AssuranceLevel
  amr: Amr[]
  has_verified_factor: boolean
}

const WHO = `
  select who.*, not is_banned and (session_id is not null or not $4::boolean) as may_take
    from (
      select account.id, account.email,
             coalesce(account.banned_until > $3::timestamptz, false) as is_banned,
             session.id as session_id, session.aal, session.amr,
             exists (
               select from auth.mfa_factors as factor
                where factor.user_id = account.id and factor.status = 'verified'
             ) as has_verified_factor
        from auth.users as account
        left join auth.sessions as session
          on session.user_id = account.id and session.id = $2::uuid
             and (session.not_after is null or session.not_after > $3::timestamptz)
       where account.id = $1::uuid and account.deleted_at is null
    ) as who`
