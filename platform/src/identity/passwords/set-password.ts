import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { deviceHashes } from '#identity/devices/device.ts'
import { deleteKnownDevices } from '#identity/devices/known-devices-table.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { deleteTokensOf } from '#identity/one-time/one-time-tokens-table.ts'
import { deleteSessionsOf } from '#identity/sessions/sessions-table.ts'

type Change = {
  account: Account
  passwordHash: string
  /** The session that made the change stays. */
  keepSession: string | null
  client: Client
}

/**
 * Locks out anybody who knew the old password: other sessions, codes, flows and pending address changes end. The owner
 * is notified.
 */
export async function setPassword(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'digests' | 'outbox'>,
  { account, passwordHash, keepSession, client }: Change,
): Promise<void> {
  const now = needs.clock.now()

  await updateUser(sql, account.id, now, {
    encrypted_password: passwordHash,
    pending_encrypted_password: null,
    email_change: '',
    email_change_confirm_status: 0,
    phone_change: '',
  })
  await deleteSessionsOf(sql, account.id, { except: keepSession })
  await deleteTokensOf(sql, account.id)
  await deleteFlowsOf(sql, account.id)
  // Devices that signed in with the old password become unknown.
  await deleteKnownDevices(sql, account.id, {
    except: keepSession === null ? [] : deviceHashes(needs, client),
  })
  await record(sql, needs, { action: 'user_updated_password', actor: account, client })

  if (account.email === null || account.email_confirmed_at === null) return
  await needs.outbox.queue(sql, {
    template: 'password_changed',
    params: { at: now },
    to: account.email,
    language: account.language,
    key: `password_changed ${randomUUID()}`,
  })
}
