import type { Sql } from '#db/database.ts'

/** Replaces the whole set; unused codes of the old set become invalid. */
export async function replaceCodes(
  sql: Sql,
  now: Date,
  { factorId, hashes }: { factorId: string; hashes: string[] },
): Promise<void> {
  await sql.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factorId])
  await sql.query(
    `insert into auth.mfa_recovery_codes (factor_id, code_hash, created_at)
     select $1, unnest($2::text[]), $3`,
    [factorId, hashes, now],
  )
}

export async function countCodes(
  sql: Sql,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const { rows } = await sql.query<{ total: number; remaining: number }>(
    `select count(*)::float8 as total, count(*) filter (where used_at is null)::float8 as remaining
       from auth.mfa_recovery_codes
      where factor_id = $1`,
    [factorId],
  )

  return rows[0] ?? { total: 0, remaining: 0 }
}

/** Returns true only the first time for each code. */
export async function spendCode(
  sql: Sql,
  now: Date,
  { factorId, hashes }: { factorId: string; hashes: string[] },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update auth.mfa_recovery_codes
        set used_at = $3
      where factor_id = $1 and code_hash = any ($2::text[]) and used_at is null`,
    [factorId, hashes, now],
  )

  return rowCount > 0
}
