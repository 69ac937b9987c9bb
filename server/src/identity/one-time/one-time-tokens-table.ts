import type { Sql } from '#db/database.ts'
import type { Slot } from './code-kinds.ts'

export type TokenRow = {
  id: string
  user_id: string
  token_type: Slot
  token_hash: string
  /** The address the code was sent to. */
  relates_to: string
  attempts: number
  created_at: Date
}

const COLUMNS = 'id, user_id, token_type, token_hash, relates_to, attempts, created_at'

type NewToken = { userId: string; slot: Slot; hash: string; relatesTo: string; now: Date }

/** Into the person's one slot of this kind, in place of what was there. */
export async function putToken(
  sql: Sql,
  { userId, slot, hash, relatesTo, now }: NewToken,
): Promise<void> {
  await sql.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (user_id, token_type) do update
        set token_hash = excluded.token_hash, relates_to = excluded.relates_to, attempts = 0,
            created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [userId, slot, hash, relatesTo, now],
  )
}

/** Locked, so that of many who bring the same link one finds it. */
export async function lockTokenByHash(
  sql: Sql,
  slots: readonly Slot[],
  hash: string,
): Promise<TokenRow | null> {
  const { rows } = await sql.query<TokenRow>(
    `select ${COLUMNS} from auth.one_time_tokens
      where token_hash = $1 and token_type = any ($2)
        for update`,
    [hash, slots],
  )

  return rows[0] ?? null
}

export async function lockTokensOf(
  sql: Sql,
  userId: string,
  slots: readonly Slot[],
): Promise<TokenRow[]> {
  const { rows } = await sql.query<TokenRow>(
    `select ${COLUMNS} from auth.one_time_tokens
      where user_id = $1 and token_type = any ($2)
      order by token_type
        for update`,
    [userId, slots],
  )

  return rows
}

export async function countWrongGuess(sql: Sql, id: string): Promise<void> {
  await sql.query('update auth.one_time_tokens set attempts = attempts + 1 where id = $1', [id])
}

export async function deleteToken(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.one_time_tokens where id = $1', [id])
}

export async function deleteTokensOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}
