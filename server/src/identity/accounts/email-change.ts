import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { mailCode, type WayBack } from '#identity/one-time/mail-code.ts'
import { takeTurnForMail } from '#identity/one-time/mail-limits.ts'
import type { Account } from './account.ts'
import { findAccount } from './accounts-table.ts'
import { loadAccount } from './create-account.ts'
import { insertIdentity, mergeIdentityData } from './identities-table.ts'
import { updateUser } from './users-table.ts'

/** Both mailboxes have to agree, where there are two and addresses are confirmed at all. */
export const needsBothMailboxes = (
  { settings }: Pick<Identity, 'settings'>,
  { email }: Pick<Account, 'email'>,
) => email !== null && !settings.autoconfirm

/** Remembers the wish and asks the mailboxes; the address in use stays until they have agreed. */
export async function requestEmailChange(
  sql: Sql,
  needs: Identity,
  account: Account,
  { email, wayBack, client }: { email: string; wayBack: WayBack; client: Client },
): Promise<void> {
  if (await findAccount(sql, 'email', email)) throw emailExists()
  await updateUser(sql, account.id, needs.clock.now(), {
    email_change: email,
    email_change_confirm_status: 0,
  })
  const changing = { ...account, email_change: email, email_change_confirm_status: 0 }

  if (needs.settings.autoconfirm && account.is_anonymous) {
    await applyEmailChange(sql, needs, changing, client)
    return
  }
  const subjects = ['email_change'] as const
  await takeTurnForMail(needs, { address: email, client, subjects, member: account }, sql)
  await mailEmailChange(sql, needs, changing, wayBack)
  await record(sql, needs, {
    action: 'user_email_change_requested',
    actor: account,
    client,
    traits: { new_email: email },
  })
}

export async function mailEmailChange(
  sql: Sql,
  needs: Identity,
  account: Account,
  wayBack: WayBack,
): Promise<void> {
  const { email, email_change: address } = account
  if (!address) return

  await mailCode(sql, needs, { account, kind: 'email_change_new', address, wayBack })
  if (email !== null && needsBothMailboxes(needs, account)) {
    await mailCode(sql, needs, { account, kind: 'email_change_current', address: email, wayBack })
  }
}

/** The new address takes the place of the old one, which is told. */
export async function applyEmailChange(
  sql: Sql,
  needs: Identity,
  account: Account,
  client: Client,
): Promise<Account> {
  const now = needs.clock.now()
  const email = account.email_change ?? ''
  const facts = { email, email_verified: true }
  const providers = new Set([account.raw_app_meta_data.providers ?? []].flat()).add('email')

  await updateUser(sql, account.id, now, {
    email,
    email_change: '',
    email_change_confirm_status: 0,
    email_confirmed_at: now,
    is_anonymous: false,
    raw_user_meta_data: { ...account.raw_user_meta_data, ...facts },
    raw_app_meta_data: {
      provider: 'email',
      ...account.raw_app_meta_data,
      providers: [...providers],
    },
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? emailExists() : error
  })
  const identity = { userId: account.id, provider: 'email', data: facts }
  if (!(await mergeIdentityData(sql, now, identity))) {
    const data = { sub: account.id, ...facts, phone_verified: false }
    await insertIdentity(sql, now, { ...identity, providerId: account.id, data })
  }
  await tellOldAddress(sql, needs, account, email)
  await record(sql, needs, {
    action: 'user_email_changed',
    actor: account,
    client,
    traits: { new_email: email },
  })
  return loadAccount(sql, account.id)
}

async function tellOldAddress(sql: Sql, needs: Identity, account: Account, newEmail: string) {
  const { email: oldEmail, language } = account
  if (oldEmail === null) return

  await needs.outbox.queue(sql, {
    template: 'email_changed',
    params: { at: needs.clock.now(), oldEmail, newEmail },
    to: oldEmail,
    language,
    key: `email_changed ${randomUUID()}`,
  })
}
