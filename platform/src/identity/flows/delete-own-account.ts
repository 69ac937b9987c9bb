import type { DeleteAccountBody } from '@app/contract/account'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { confirmationMismatch, proofTooOld } from '#identity/accounts/errors.ts'
import { deleteUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import { theOperator } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { type Authorised, authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import { spendNonce } from './reauthenticate.ts'

/** An unattended session must not be enough to delete an account. */
const FRESH_MS = 60 * 60_000

/** Deletes the caller's account for good. Foreign keys delete what refers to it, triggers what only holds its id. */
export async function deleteOwnAccount(
  needs: Identity,
  signedIn: SignedIn,
  { confirmation, nonce }: DeleteAccountBody,
): Promise<void> {
  const check = async (sql: Sql) => {
    const authorised = await authoriseAssured(sql, needs, signedIn)
    if (!isNamed(authorised.account, confirmation)) throw confirmationMismatch()

    return authorised
  }
  const before = await needs.db.as(theServer, check)
  if (!isFresh(before, needs.clock.now())) {
    if (!nonce) throw proofTooOld()
    await spendNonce(needs, signedIn, nonce)
  }

  await needs.db.as(theServer, async (sql) => {
    const { account } = await check(sql)
    await needs.hooks.accountDeleting(sql, account.id)
    await deleteUser(sql, account.id)
    await needs.hooks.accountDeletedByOwner(sql, account)
    // Neither the user nor their IP address is recorded, because their data is deleted.
    await record(sql, needs, { action: 'user_deleted', actor: {}, client: theOperator })
  })
}

const isNamed = ({ email, phone }: Account, typed: string) =>
  typed.trim().toLowerCase() === (email || phone || '').toLowerCase()

/** Whether the session's newest authentication is recent. */
function isFresh({ session }: Authorised, now: Date): boolean {
  const newest = Math.max(0, ...(session?.amr ?? []).map(({ timestamp }) => timestamp))

  return now.getTime() - newest * 1000 < FRESH_MS
}
