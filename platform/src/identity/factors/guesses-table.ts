import type { Sql } from '#db/database.ts'

export type Guesses = { wrong_codes: number; locked_until: Date | null }

export type GuessedAt = {
  userId: string
  factorType: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
}

export async function findGuesses(sql: Sql, { userId, factorType }: GuessedAt) {
  const { rows } = await sql.query<Guesses>(
    `select wrong_codes, locked_until from auth.mfa_guesses where user_id = $1 and factor_type = $2`,
    [userId, factorType],
  )

  return rows[0] ?? null
}

export async function putGuesses(
  sql: Sql,
  { userId, factorType }: GuessedAt,
  { wrong_codes, locked_until }: Guesses,
): Promise<void> {
  await sql.query(
    `insert into auth.mfa_guesses (user_id, factor_type, wrong_codes, locked_until)
     values ($1, $2, $3, $4)
     on conflict (user_id, factor_type)
     do update set wrong_codes = excluded.wrong_codes, locked_until = excluded.locked_until`,
    [userId, factorType, wrong_codes, locked_until],
  )
}

export async function deleteGuesses(sql: Sql, { userId, factorType }: GuessedAt): Promise<void> {
  await sql.query('delete from auth.mfa_guesses where user_id = $1 and factor_type = $2', [
    userId,
    factorType,
  ])
}
