import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { Account } from '@app/platform/identity/accounts/account.ts'
import { lockAccount } from '@app/platform/identity/accounts/accounts-table.ts'
import { confirmAccount } from '@app/platform/identity/accounts/confirm-account.ts'
import { createAccount } from '@app/platform/identity/accounts/create-account.ts'
import { normaliseEmail } from '@app/platform/identity/accounts/email-address.ts'
import { revokeUnverified } from '@app/platform/identity/accounts/unverified-credentials.ts'
import { record } from '@app/platform/identity/audit/record.ts'
import { theOperator } from '@app/platform/identity/client.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import { verifyAddress } from '@app/platform/identity/one-time/link-address.ts'
import { issueCode } from '@app/platform/identity/one-time/mail-code.ts'

/** The account of this address is an admin's; the link, used once, leads to choosing its password. */
export async function createAdmin(needs: Identity, email: string): Promise<{ link: string }> {
  const address = normaliseEmail(email)
  const { siteUrl, apiUrl } = needs.settings
  const redirectTo = `${siteUrl}/settings?tab=security`

  return needs.db.as(theServer, async (sql) => {
    const account = await confirmedAccount(sql, needs, address)
    await sql.query(`update public.users set role = 'admin' where id = $1`, [account.id])

    const wayBack = { redirectTo, pkce: null }
    const wish = { account, kind: 'recovery', address, wayBack } as const
    const { link: token, type } = await issueCode(sql, needs, wish)
    await record(sql, needs, {
      action: 'user_modified',
      actor: { email: 'operator' },
      client: theOperator,
      traits: { user_id: account.id, role: 'admin' },
    })
    return { link: verifyAddress(apiUrl, { token, type, redirectTo }) }
  })
}

async function confirmedAccount(sql: Sql, needs: Identity, email: string): Promise<Account> {
  const found = await lockAccount(sql, 'email', email)
  const account =
    found ?? (await createAccount(sql, needs, { email, passwordHash: null, data: {} }))

  if (account.email_confirmed_at) return account
  // Whoever signed up with this address before has not shown that it is theirs.
  return confirmAccount(sql, needs, await revokeUnverified(sql, needs, account), 'email')
}
