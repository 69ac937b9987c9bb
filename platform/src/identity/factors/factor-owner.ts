import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { type Authorised, authorise, signedInAs } from '#identity/sessions/authorise.ts'
import { sessionOfTokenGone } from '#identity/sessions/errors.ts'
import type { MemberSession } from '#identity/sessions/identify.ts'
import { anonymousRefused } from './errors.ts'

/** A user who may have factors: not anonymous, and with a session. */
export type FactorOwner = { account: Account; session: MemberSession }

export function asFactorOwner({ account, session }: Authorised): FactorOwner {
  if (account.is_anonymous) throw anonymousRefused()
  if (!session) throw sessionOfTokenGone()

  return { account, session }
}

/** The account's lock serialises changes to its factors, which are decided on its current state. */
export async function lockOwner(
  sql: Sql,
  needs: Pick<Identity, 'clock'>,
  owner: FactorOwner,
): Promise<FactorOwner> {
  return asFactorOwner(await authorise(sql, needs, signedInAs(owner)))
}
