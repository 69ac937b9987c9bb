import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { AppError } from '#errors/app-error.ts'
import { raisedRefusal } from '#limits/raised-refusal.ts'

/** The columns that verbs write, under the names of the table. */
export type UserChanges = Partial<{
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  pending_encrypted_password: string | null
  has_unverified_credentials: boolean
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  invited_at: Date
  confirmation_sent_at: Date
  recovery_sent_at: Date
  email_change: string
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  phone_change: string
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date
  banned_until: Date | null
  deleted_at: Date
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  is_anonymous: boolean
  is_sso_user: boolean
}>

export async function insertUser(
  sql: Sql,
  id: string,
  now: Date,
  user: UserChanges,
): Promise<void> {
  // Without this column, the database assumes that a release without the column wrote the row.
  const row = { has_unverified_credentials: false, ...user }
  const columns = Object.keys(row)
  const values = Object.values(row).map(asParameter)
  const places = columns.map((_, i) => `$${i + 3}`)

  await withMessage('Database error saving new user', () =>
    sql.query(
      `insert into auth.users (id, created_at, updated_at, ${columns}) values ($1, $2, $2, ${places})`,
      [id, now, ...values],
    ),
  )
}

/** Includes soft-deleted accounts, which no other query finds. */
export async function isIdTaken(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('select from auth.users where id = $1', [id])

  return rowCount > 0
}

export async function updateUser(
  sql: Sql,
  id: string,
  now: Date,
  changes: UserChanges,
): Promise<void> {
  const columns = Object.keys(changes)
  const values = Object.values(changes).map(asParameter)
  const sets = columns.map((column, i) => `${column} = $${i + 3}`)

  await withMessage('Error updating user', () =>
    sql.query(`update auth.users set ${['updated_at = $2', ...sets].join(', ')} where id = $1`, [
      id,
      now,
      ...values,
    ]),
  )
}

export async function deleteUser(sql: Sql, id: string): Promise<void> {
  await withMessage('Database error deleting user', () =>
    sql.query('delete from auth.users where id = $1', [id]),
  )
}

const asParameter = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value

/**
 * Replaces the message of errors from the product's triggers, except refusals with their own code. Duplicate addresses and database outages
 * are handled by callers.
 */
async function withMessage(message: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const state = sqlState(error)
    const isTaken =
      state === '23505' && error instanceof Error && 'schema' in error && error.schema === 'auth'
    if (state === undefined || isTaken || /^(08|25006|40|53|55P03|57)/.test(state)) throw error

    throw raisedRefusal(error) ?? new AppError('unexpected_failure', 500, message, { cause: error })
  }
}
