import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { Account } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { insertIdentity, mergeIdentityData } from '#identity/accounts/identities-table.ts'
import { revokeUnverified } from '#identity/accounts/unverified-credentials.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { emailExists } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { mailCode, type Redirect } from '#identity/one-time/mail-code.ts'
import { limitMails } from '#identity/one-time/mail-limits.ts'
import { mailAccountExists } from './confirmation-mails.ts'
import { convertAnonymous } from './convert-anonymous.ts'

export type Mailbox = 'current' | 'new'

/** The values of email_change_confirm_status. */
export const AGREED: Record<Mailbox, number> = { current: 1, new: 2 }

export const hasAgreed = (
  { email_change_confirm_status: status }: Pick<Account, 'email_change_confirm_status'>,
  mailbox: Mailbox,
) => status === AGREED[mailbox]

/** The current mailbox must confirm if addresses need confirmation and it was once confirmed. */
export const needsCurrentMailbox = (
  { settings }: Pick<Identity, 'settings'>,
  { email, email_confirmed_at }: Pick<Account, 'email' | 'email_confirmed_at'>,
) => email !== null && email_confirmed_at !== null && !settings.autoconfirm

type Request = { email: string; redirect: Redirect; sessionId: string | null; client: Client }

/** Stores the new address and mails the mailboxes; the current address stays valid until they confirm. */
export async function requestEmailChange(
  sql: Sql,
  needs: Identity,
  account: Account,
  { email, redirect, sessionId, client }: Request,
): Promise<void> {
  const pending = {
    email_change: email,
    email_change_confirm_status: 0,
    email_change_sent_at: needs.clock.now(),
  }
  const taken = await findAccount(sql, 'email', email)
  const changing = { ...account, ...pending }

  if (needs.settings.autoconfirm && account.is_anonymous) {
    if (taken) throw emailExists()
    await applyEmailChange(sql, needs, changing, { keepSession: sessionId, client })
    return
  }
  const subjects = ['email_change'] as const
  await limitMails(needs, { address: email, client, subjects, member: account }, sql)
  await updateUser(sql, account.id, needs.clock.now(), pending)
  // Signed-in callers must not learn whether an address is taken: its owner is mailed instead.
  if (taken) await mailAccountExists(sql, needs, taken)
  await mailEmailChange(sql, needs, changing, {
    redirect,
    sessionId,
    without: taken ? 'new' : null,
  })
  await record(sql, needs, {
    action: 'user_email_change_requested',
    actor: account,
    client,
    traits: { new_email: email },
  })
}

type Mailing = { redirect: Redirect; sessionId: string | null; without?: Mailbox | null }

/** Mails each mailbox that has not confirmed yet. */
export async function mailEmailChange(
  sql: Sql,
  needs: Identity,
  account: Account,
  { redirect, sessionId, without = null }: Mailing,
): Promise<void> {
  const { email, email_change } = account
  const isDue = (mailbox: Mailbox) => mailbox !== without && !hasAgreed(account, mailbox)
  const common = { account, redirect, sessionId }

  if (email_change && isDue('new')) {
    await mailCode(sql, needs, { ...common, kind: 'email_change_new', address: email_change })
  }
  if (email_change && email && isDue('current') && needsCurrentMailbox(needs, account)) {
    await mailCode(sql, needs, { ...common, kind: 'email_change_current', address: email })
  }
}

/** Replaces the address and notifies the old one. An unproven sign-up's credentials do not move to the new address. */
export async function applyEmailChange(
  sql: Sql,
  needs: Identity,
  changing: Account,
  { keepSession, client }: { keepSession: string | null; client: Client },
): Promise<Account> {
  const now = needs.clock.now()
  const { email_change: email } = changing
  if (!email) throw new Error('There is no address to change to')
  const account = await revokeUnverified(sql, needs, changing)
  const { id } = account
  const facts = { email, email_verified: true }
  const providers = new Set([account.raw_app_meta_data.providers ?? []].flat()).add('email')

  await updateUser(sql, id, now, {
    email,
    email_change: '',
    email_change_confirm_status: 0,
    email_confirmed_at: now,
    raw_user_meta_data: { ...account.raw_user_meta_data, ...facts },
    raw_app_meta_data: {
      provider: 'email',
      ...account.raw_app_meta_data,
      providers: [...providers],
    },
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? emailExists() : error
  })
  const identity = { userId: id, provider: 'email', data: facts }
  if (!(await mergeIdentityData(sql, now, identity))) {
    const data = { sub: id, ...facts, phone_verified: false }
    await insertIdentity(sql, now, { ...identity, providerId: id, data })
  }
  await deleteFlowsOf(sql, id)
  await convertAnonymous(sql, needs, account, { keepSession, withPassword: true })
  await notifyOldAddress(sql, needs, account, email)
  await record(sql, needs, {
    action: 'user_email_changed',
    actor: account,
    client,
    traits: { new_email: email },
  })
  return loadAccount(sql, id)
}

async function notifyOldAddress(sql: Sql, needs: Identity, account: Account, newEmail: string) {
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
