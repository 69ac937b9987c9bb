import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { mailCode, type Redirect } from '#identity/one-time/mail-code.ts'

/** Mails a confirmation code; a user whom an admin invited gets the invitation again. */
export async function mailConfirmation(
  sql: Sql,
  needs: Identity,
  account: Account,
  { redirect, client }: { redirect: Redirect; client: Client },
): Promise<void> {
  const isInvited = account.invited_at !== null && !account.has_unverified_credentials
  const kind = isInvited ? 'invite' : 'signup'

  await mailCode(sql, needs, { account, kind, address: account.email ?? '', redirect })
  await record(sql, needs, { action: 'user_confirmation_requested', actor: account, client })
}

/** Notifies the owner of an account whose address somebody else tried to use. The caller learns nothing about it. */
export async function mailAccountExists(
  sql: Sql,
  { outbox }: Pick<Identity, 'outbox'>,
  { email, language }: Account,
): Promise<void> {
  if (email === null) return

  await outbox.queue(sql, {
    template: 'account_exists',
    params: { email },
    to: email,
    language,
    key: `account_exists ${randomUUID()}`,
  })
}
