import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import type { Passkey } from '#identity/webauthn/passkeys-table.ts'

type Notice = 'passkey_added' | 'passkey_removed' | 'passkey_refused'

/** Goes to the owner's address, because the change may come from an attacker. */
export async function notifyOwner(
  sql: Sql,
  { clock, outbox }: Pick<Identity, 'clock' | 'outbox'>,
  { email, email_confirmed_at, language }: Account,
  template: Notice,
  { id, friendlyName: name }: Pick<Passkey, 'id' | 'friendlyName'>,
): Promise<void> {
  if (email === null || email_confirmed_at === null) return

  const at = clock.now()
  // A copied passkey may be tried often; its owner hears of it once a day.
  const day = template === 'passkey_refused' ? ` ${at.toISOString().slice(0, 10)}` : ''
  await outbox.queue(sql, {
    template,
    params: { at, name },
    to: email,
    language,
    key: `${template} ${id}${day}`,
  })
}
