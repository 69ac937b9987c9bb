import type { Sql } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { phoneExists, phoneUnsupported } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { textCode } from '#identity/one-time/text-code.ts'
import type { Account } from './account.ts'
import { findAccount } from './accounts-table.ts'
import { loadAccount } from './create-account.ts'
import { insertIdentity, mergeIdentityData } from './identities-table.ts'
import { updateUser } from './users-table.ts'

/** By a code to the new number, or at once where numbers need no confirmation. */
export async function requestPhoneChange(
  sql: Sql,
  needs: Identity,
  account: Account,
  { phone, client }: { phone: string; client: Client },
): Promise<void> {
  if (!needs.settings.phoneEnabled) throw phoneUnsupported()
  if (await findAccount(sql, 'phone', phone)) throw phoneExists()

  const changing = { ...account, phone_change: phone }
  if (needs.settings.phoneAutoconfirm) {
    await applyPhoneChange(sql, needs, changing, client)
    return
  }
  await updateUser(sql, account.id, needs.clock.now(), { phone_change: phone })
  await textCode(sql, needs, { account: changing, slot: 'phone_change_token', phone })
}

export async function applyPhoneChange(
  sql: Sql,
  needs: Pick<Identity, 'clock'>,
  account: Account,
  client: Client,
): Promise<Account> {
  const now = needs.clock.now()
  const phone = account.phone_change ?? ''
  const facts = { phone, phone_verified: true }

  await updateUser(sql, account.id, now, {
    phone,
    phone_change: '',
    phone_confirmed_at: now,
    is_anonymous: false,
    raw_user_meta_data: { ...account.raw_user_meta_data, ...facts },
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? phoneExists() : error
  })
  const identity = { userId: account.id, provider: 'phone', data: facts }
  if (!(await mergeIdentityData(sql, now, identity))) {
    const data = { sub: account.id, ...facts, email_verified: false }
    await insertIdentity(sql, now, { ...identity, providerId: account.id, data })
  }
  await record(sql, needs, {
    action: 'user_modified',
    actor: account,
    client,
    traits: { new_phone: phone },
  })
  return loadAccount(sql, account.id)
}
