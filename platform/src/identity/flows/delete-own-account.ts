import type { DeleteAccountBody } from '@app/contract/account'
import { type Sql, theServer } from '#db/database.ts'
import { theOperator } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { authoriseAssured, type SignedIn } from '#identity/sessions/authorise.ts'
import { deleteAccount, requireTypedAddress } from './delete-account.ts'
import { requireFreshProof } from './fresh-proof.ts'

/** Deletes the caller's account permanently. */
export async function deleteOwnAccount(
  needs: Identity,
  signedIn: SignedIn,
  { confirmation, nonce }: DeleteAccountBody,
): Promise<void> {
  const check = async (sql: Sql) => {
    const { account } = await authoriseAssured(sql, needs, signedIn)
    requireTypedAddress(account, confirmation)

    return account
  }
  await needs.db.as(theServer, check)
  await requireFreshProof(needs, signedIn, nonce)

  await needs.db.as(theServer, async (sql) => {
    const account = await check(sql)
    // Neither the user nor their IP address is recorded, because their data is deleted.
    await deleteAccount(sql, needs, account, { actor: {}, client: theOperator })
    await needs.hooks.accountDeletedByOwner(sql, account)
  })
}
