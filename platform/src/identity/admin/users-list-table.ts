import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { ACCOUNT_COLUMNS, asAccount } from '#identity/accounts/accounts-table.ts'

export const sortColumns = [
  'created_at',
  'updated_at',
  'last_sign_in_at',
  'email',
  'phone',
] as const

export type Sort = { column: (typeof sortColumns)[number]; descending: boolean }
export type Page = { limit: number; offset: number }

const MATCHING = `
    from auth.users as account
   where account.deleted_at is null
     and ($1 = '' or account.email ilike $2 or account.phone like $2
          or account.raw_user_meta_data ->> 'full_name' ilike $2)`

/** One page of users, and the total. */
export async function listAccounts(
  sql: Sql,
  filter: string,
  { column, descending }: Sort,
  { limit, offset }: Page,
): Promise<{ accounts: Account[]; total: number }> {
  const like = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql.query<Account>(
    `select ${ACCOUNT_COLUMNS} ${MATCHING}
      order by account.${column} ${descending ? 'desc' : 'asc'} nulls last, account.id
      limit $3 offset $4`,
    [filter, like, limit, offset],
  )
  const counted = await sql.query<{ total: number }>(
    `select count(*)::float8 as total ${MATCHING}`,
    [filter, like],
  )

  return { accounts: rows.map(asAccount), total: counted.rows[0]?.total ?? 0 }
}
