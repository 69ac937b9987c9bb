import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { createAccount } from '#identity/accounts/create-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { revokeUnverified } from '#identity/accounts/unverified-credentials.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { record } from '#identity/audit/record.ts'
import { theOperator } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { verifyAddress } from '#identity/one-time/link-address.ts'
import { issueCode } from '#identity/one-time/mail-code.ts'

type Preparation = {
  email: string
  /** The link's redirect target. */
  redirectTo: string
  /** Further changes to the account in the same transaction, and their traits in the audit log. */
  complete(sql: Sql, account: Account): Promise<void>
  traits: Record<string, unknown>
}

/** Finds or creates a confirmed account for an operator, and returns a one-time link for choosing its password. */
export async function prepareAccount(
  needs: Identity,
  { email, redirectTo, complete, traits }: Preparation,
): Promise<{ link: string }> {
  const address = normaliseEmail(email)

  return needs.db.as(theServer, async (sql) => {
    const account = await confirmedAccount(sql, needs, address)
    await complete(sql, account)

    const { link: token, type } = await issueCode(sql, needs, {
      account,
      kind: 'recovery',
      address,
      redirect: { redirectTo, pkce: null },
    })
    await record(sql, needs, {
      action: 'user_modified',
      actor: { email: 'operator' },
      client: theOperator,
      traits: { user_id: account.id, ...traits },
    })
    return { link: verifyAddress(needs.settings.apiUrl, { token, type, redirectTo }) }
  })
}

async function confirmedAccount(sql: Sql, needs: Identity, email: string): Promise<Account> {
  const found = await lockAccount(sql, 'email', email)
  const account =
    found ?? (await createAccount(sql, needs, { email, passwordHash: null, data: {} }))

  if (account.email_confirmed_at) return account
  // An earlier sign-up with this address did not prove it.
  return confirmAccount(sql, needs, await revokeUnverified(sql, needs, account), 'email')
}
