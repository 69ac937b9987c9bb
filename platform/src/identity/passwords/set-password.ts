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
 * Whoever knew the old password is out: other sessions end, and so do the codes, flows and address changes that they may have
 * begun. The owner is told.
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
  // Whoever once signed in with the old password keeps no privileged device either.
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
