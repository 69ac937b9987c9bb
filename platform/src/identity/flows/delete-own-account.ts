import type { DeleteAccountBody } from '@app/contract/account'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { confirmationMismatch } from '#identity/accounts/errors.ts'
import { deleteUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import { theOperator } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import { requireFreshProof } from './fresh-proof.ts'

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
  await needs.db.as(theServer, check)
  await requireFreshProof(needs, signedIn, nonce)

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
