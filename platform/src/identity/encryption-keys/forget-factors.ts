import type { Sql } from '#db/database.ts'

/**
 * Removes app factors whose secrets no key opens, with recovery codes that would back up nothing. Sessions that they raised
 * return to aal1. Returns the accounts.
 */
export async function forgetFactors(
  sql: Sql,
  now: Date,
  factorIds: readonly string[],
): Promise<string[]> {
  await sql.query(
    `update auth.sessions
        set aal = 'aal1', factor_id = null, updated_at = $2,
            amr = coalesce((select jsonb_agg(proof) from jsonb_array_elements(amr) as proofs (proof)
                             where proof ->> 'method' <> 'totp'), '[]')
      where factor_id = any ($1::uuid[])`,
    [factorIds, now],
  )
  const { rows } = await sql.query<{ userId: string; isVerified: boolean }>(
    `delete from auth.mfa_factors where id = any ($1::uuid[])
     returning user_id as "userId", status = 'verified' as "isVerified"`,
    [factorIds],
  )
  const accounts = [
    ...new Set(rows.filter(({ isVerified }) => isVerified).map(({ userId }) => userId)),
  ]
  await sql.query(
    `delete from auth.mfa_factors as codes
      where user_id = any ($1::uuid[]) and factor_type = 'recovery_code'
        and not exists (select from auth.mfa_factors as others
                         where others.user_id = codes.user_id and others.status = 'verified'
                           and others.factor_type <> 'recovery_code')`,
    [accounts],
  )

  return accounts
}

/** Owners of recovery codes that may have been digested with a lost key: those from before the present keys were taken. */
export async function ownersOfDoubtfulCodes(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ account: string }>(
    `select user_id as account from auth.mfa_factors
      where factor_type = 'recovery_code' and status = 'verified'
        and updated_at < (select updated_at from ops.app_settings where key = 'sealed_canary')`,
  )

  return rows.map(({ account }) => account)
}
