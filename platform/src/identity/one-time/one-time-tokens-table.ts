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

/** Replaces the code in the user's slot. */
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

/** Takes no lock: callers first lock the account, then look it up again. */
export async function findTokenByHash(
  sql: Sql,
  slots: readonly Slot[],
  hashes: readonly string[],
): Promise<TokenRow | null> {
  const { rows } = await sql.query<TokenRow>(
    `select ${COLUMNS} from auth.one_time_tokens
      where token_hash = any ($1) and token_type = any ($2)`,
    [hashes, slots],
  )

  return rows[0] ?? null
}

/** The codes that a guess may mean: those of one account, or all sent to one address. */
type GuessedAt = { slots: readonly Slot[]; address: string; userId: string | null }

/** Locks in the order of ids, so that concurrent guesses at the same codes cannot deadlock. */
export async function countWrongGuess(
  sql: Sql,
  { slots, address, userId }: GuessedAt,
  mostGuesses: number,
): Promise<void> {
  await sql.query(
    `with guessed as (
       select id from auth.one_time_tokens
        where relates_to = $1 and token_type = any ($2) and ($3::uuid is null or user_id = $3)
        order by id
          for update
     )
     update auth.one_time_tokens set attempts = attempts + 1 where id in (select id from guessed)`,
    [address, slots, userId],
  )
  await sql.query(
    `delete from auth.one_time_tokens
      where relates_to = $1 and token_type = any ($2) and attempts >= $3`,
    [address, slots, mostGuesses],
  )
}

export async function deleteToken(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.one_time_tokens where id = $1', [id])
}

export async function deleteTokensOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}
