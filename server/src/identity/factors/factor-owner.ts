import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/accounts/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { sessionOfTokenGone, userOfTokenGone } from '#identity/sessions/errors.ts'
import type { Member, MemberSession } from '#identity/sessions/identify.ts'
import { anonymousRefused } from './errors.ts'

/** Somebody who may have factors: not a stranger, and with a session that a factor can raise. */
export type FactorOwner = { account: Account; session: MemberSession }

export function asFactorOwner({ account, session }: Member): FactorOwner {
  if (account.is_anonymous) throw anonymousRefused()
  if (!session) throw sessionOfTokenGone()

  return { account, session }
}

/** All that is done about one person's factors is done one after the other. */
export async function lockOwner(sql: Sql, { account }: FactorOwner): Promise<Account> {
  const locked = await lockAccount(sql, 'id', account.id)
  if (!locked) throw userOfTokenGone()

  return locked
}
