import type { Sql } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { Account } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { insertIdentity, mergeIdentityData } from '#identity/accounts/identities-table.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { phoneExists, phoneUnsupported } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { refuseUnsendable, type Texting } from '#identity/one-time/send-texts.ts'
import { textCode } from '#identity/one-time/text-code.ts'
import { convertAnonymous } from './convert-anonymous.ts'

type Request = { phone: string; sessionId: string | null; client: Client }

/** Sends a code to the new number; without required confirmation, changes the number immediately. */
export async function requestPhoneChange(
  sql: Sql,
  needs: Identity & Texting,
  account: Account,
  { phone, sessionId, client }: Request,
): Promise<void> {
  if (!needs.settings.phoneEnabled) throw phoneUnsupported()
  const isTaken = (await findAccount(sql, 'phone', phone)) !== null
  const changing = { ...account, phone_change: phone }

  if (needs.settings.phoneAutoconfirm) {
    if (isTaken) throw phoneExists()
    await applyPhoneChange(sql, needs, changing, { keepSession: sessionId, client })
    return
  }
  await refuseUnsendable(needs, phone, sql)
  await updateUser(sql, account.id, needs.clock.now(), { phone_change: phone })
  // The caller must not learn whether the number is taken; its owner gets no code.
  if (!isTaken) await textCode(sql, needs, { account: changing, slot: 'phone_change_token', phone })
}

export async function applyPhoneChange(
  sql: Sql,
  needs: Pick<Identity, 'clock'>,
  account: Account,
  { keepSession, client }: { keepSession: string | null; client: Client },
): Promise<Account> {
  const now = needs.clock.now()
  const { id, phone_change: phone } = account
  if (!phone) throw new Error('There is no phone number to change to')
  const facts = { phone, phone_verified: true }

  await updateUser(sql, id, now, {
    phone,
    phone_change: '',
    phone_confirmed_at: now,
    raw_user_meta_data: { ...account.raw_user_meta_data, ...facts },
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? phoneExists() : error
  })
  const identity = { userId: id, provider: 'phone', data: facts }
  if (!(await mergeIdentityData(sql, now, identity))) {
    const data = { sub: id, ...facts, email_verified: false }
    await insertIdentity(sql, now, { ...identity, providerId: id, data })
  }
  await deleteFlowsOf(sql, id)
  await convertAnonymous(sql, needs, account, { keepSession, withPassword: true })
  await record(sql, needs, {
    action: 'user_modified',
    actor: account,
    client,
    traits: { new_phone: phone },
  })
  return loadAccount(sql, id)
}
