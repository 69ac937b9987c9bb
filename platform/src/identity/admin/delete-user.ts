import { createHash } from 'node:crypto'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { deleteUser, updateUser } from '#identity/accounts/users-table.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { lockUser } from './get-user.ts'

type Input = { id: string; isSoft: boolean }

/** Deletes the row, or empties it where other rows still refer to it (soft deletion). */
export async function deleteUserByAdmin(
  needs: Identity,
  { id, isSoft }: Input,
  client: Client,
): Promise<void> {
  const traits = { user_id: id, is_soft: isSoft }
  const event = { action: 'user_deleted', actor: theService, client, traits } as const

  await recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const account = await lockUser(sql, id)
      await needs.hooks.accountDeleting(sql, id)
      if (isSoft) await emptyAccount(sql, needs, account)
      else await deleteUser(sql, id)

      await record(sql, needs, event)
    }),
  )
}

async function emptyAccount(sql: Sql, { clock }: Identity, { id, email, phone }: Account) {
  const now = clock.now()

  await updateUser(sql, id, now, {
    email: email === null ? null : unreadable(id, email),
    phone: phone === null ? null : unreadable(id, phone),
    email_change: '',
    phone_change: '',
    encrypted_password: null,
    raw_user_meta_data: {},
    raw_app_meta_data: {},
    deleted_at: now,
  })
  for (const table of [
    'sessions',
    'one_time_tokens',
    'identities',
    'mfa_factors',
    'mfa_guesses',
    'known_devices',
  ]) {
    await sql.query(`delete from auth.${table} where user_id = $1`, [id])
  }
  await deleteFlowsOf(sql, id)
}

/** Frees the address for a new account and hides whose it was. */
const unreadable = (id: string, address: string) =>
  createHash('sha256').update(`${id}|${address}`).digest('base64url')
