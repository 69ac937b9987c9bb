import { randomUUID } from 'node:crypto'
import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { requireAdmitted } from '#identity/accounts/admit-new-user.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { normaliseEmail } from '#identity/accounts/email-address.ts'
import { signupsDisabled } from '#identity/accounts/errors.ts'
import { insertIdentity } from '#identity/accounts/identities-table.ts'
import { insertUser, updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { findOwner, refreshIdentity } from '#identity/oauth/provider-identities-table.ts'
import type { SsoPerson } from './claims.ts'
import { emailOutsideDomains } from './errors.ts'
import { providerName } from './provider-name.ts'
import type { ProviderRow } from './providers-table.ts'

type SignIn = { provider: ProviderRow; person: SsoPerson; client: Client }

/**
 * Finds or creates the account of a provider's user, by the provider's identifier alone. It is never linked to another account, whatever the
 * address: whoever configures a provider could else sign in as anybody.
 */
export async function resolveSsoAccount(
  sql: Sql,
  needs: Identity,
  { provider, person, client }: SignIn,
): Promise<Account> {
  const email = allowedEmail(provider, person)
  const name = providerName(provider.id)
  const data = dataOf(provider, person, email)
  const ownerId = await findOwner(sql, { provider: name, subject: person.subject })
  const owner = ownerId && (await lockAccount(sql, 'id', ownerId))
  if (owner) return update(sql, needs, owner, { name, person, email, data })

  if (needs.settings.signupDisabled) throw signupsDisabled()
  requireAdmitted(needs, { email, provider: name, data })
  const id = randomUUID()
  const now = needs.clock.now()
  await insertUser(sql, id, now, {
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: now,
    is_sso_user: true,
    raw_app_meta_data: { provider: name, providers: [name] },
    raw_user_meta_data: data,
  })
  await insertIdentity(sql, now, { userId: id, provider: name, providerId: person.subject, data })
  const created = await loadAccount(sql, id)
  await record(sql, needs, {
    action: 'user_signedup',
    actor: created,
    client,
    traits: { provider: name },
  })
  return created
}

/** A provider is believed about addresses in its own domains only. */
export function allowedEmail({ domains }: ProviderRow, person: SsoPerson): string {
  const email = normaliseEmail(person.email)
  if (!domains.includes(domainOf(email))) throw emailOutsideDomains()

  return email
}

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

type Known = { name: string; person: SsoPerson; email: string; data: Metadata }

/** The provider decides about the address and the claims. */
async function update(
  sql: Sql,
  { clock }: Identity,
  account: Account,
  { name, person, email, data }: Known,
): Promise<Account> {
  const now = clock.now()
  if (isBanned(account, now)) throw userBanned(403)

  await refreshIdentity(sql, now, { provider: name, subject: person.subject }, data)
  await updateUser(sql, account.id, now, {
    ...(account.email !== email && { email, email_confirmed_at: now }),
    raw_user_meta_data: { ...account.raw_user_meta_data, ...data },
  })
  return loadAccount(sql, account.id)
}

const dataOf = (provider: ProviderRow, { subject, name, claims }: SsoPerson, email: string) => ({
  iss: provider.entity_id,
  sub: subject,
  provider_id: subject,
  email,
  email_verified: true,
  phone_verified: false,
  ...(name !== null && { name, full_name: name }),
  custom_claims: claims,
})
