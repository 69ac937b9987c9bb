import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'

/** Display names; other providers are shown under their stored name. */
const NAMES: Partial<Record<string, string>> = { github: 'GitHub', google: 'Google' }

type Notice = 'identity_linked' | 'identity_unlinked'

/** The owner is notified of every linked and unlinked identity. */
export async function notifyOwner(
  sql: Sql,
  { clock, outbox }: Pick<Identity, 'clock' | 'outbox'>,
  { email, email_confirmed_at, language }: Account,
  template: Notice,
  provider: string,
): Promise<void> {
  if (email === null || email_confirmed_at === null) return

  await outbox.queue(sql, {
    template,
    params: { at: clock.now(), provider: NAMES[provider] ?? provider.replace('custom:', '') },
    to: email,
    language,
    key: `${template} ${randomUUID()}`,
  })
}
