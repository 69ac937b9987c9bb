import { createHash } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { confirmationMismatch } from '#identity/accounts/errors.ts'
import { deleteUser, updateUser } from '#identity/accounts/users-table.ts'
import { type AuditEvent, record } from '#identity/audit/record.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'

type Deletion = Omit<AuditEvent, 'action'> & {
  /** Empties the row instead, for products whose other rows still refer to it. */
  isSoft?: boolean
}

/**
 * Used for every deletion: by the owner, by an admin of the product, with the service key. The hook deletes what is stored elsewhere.
 * Foreign keys delete referring rows; triggers delete rows that only contain the id. Callers hold the account's lock.
 */
export async function deleteAccount(
  sql: Sql,
  needs: Identity,
  account: Account,
  { isSoft = false, ...event }: Deletion,
): Promise<void> {
  await needs.hooks.accountDeleting(sql, account.id)
  if (isSoft) await emptyAccount(sql, needs, account)
  else await deleteUser(sql, account.id)

  await record(sql, needs, { action: 'user_deleted', ...event })
}

/** For a deletion by hand, the person must type the account's address. */
export function requireTypedAddress({ email, phone }: Account, typed: string): void {
  const address = email || phone || ''
  if (typed.trim().toLowerCase() !== address.toLowerCase()) throw confirmationMismatch()
}

const EMPTIED_TABLES = [
  'sessions',
  'one_time_tokens',
  'identities',
  'mfa_factors',
  'mfa_guesses',
  'webauthn_credentials',
  'known_devices',
]

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
  for (const table of EMPTIED_TABLES) {
    await sql.query(`delete from auth.${table} where user_id = $1`, [id])
  }
  await deleteFlowsOf(sql, id)
}

/** Frees the address for a new account and hides its former owner. */
const unreadable = (id: string, address: string) =>
  createHash('sha256').update(`${id}|${address}`).digest('base64url')
