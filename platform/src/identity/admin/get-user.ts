import type { UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { findAccount, lockAccount } from '#identity/accounts/accounts-table.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { userNotFound } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'

export async function getUser({ db }: Pick<Identity, 'db'>, id: string): Promise<UserJson> {
  const account = await db.as(theServer, (sql) => findAccount(sql, 'id', id))
  if (!account) throw userNotFound()

  return userJson(account)
}

/** Locks an account for a change by an admin. */
export async function lockUser(sql: Sql, id: string): Promise<Account> {
  const account = await lockAccount(sql, 'id', id)
  if (!account) throw userNotFound()

  return account
}
