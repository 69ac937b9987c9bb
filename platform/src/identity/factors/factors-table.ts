import type { Sql } from '#db/database.ts'
import type { Account, FactorCredential, FactorRow } from '#identity/account.ts'

type NewFactor = Pick<FactorRow, 'id' | 'friendly_name' | 'factor_type' | 'status'> & {
  userId: string
  secretSealed: string | null
  /** E.164 without its plus sign. */
  phone?: string | null
}

export async function insertFactor(sql: Sql, now: Date, factor: NewFactor): Promise<void> {
  await sql.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, secret_sealed, phone, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      factor.id,
      factor.userId,
      factor.friendly_name,
      factor.factor_type,
      factor.status,
      factor.secretSealed,
      factor.phone ?? null,
      now,
    ],
  )
}

/** Columns that are read only to check a code. */
export type FactorSecret = {
  id: string
  secret_sealed: string | null
  last_accepted_step: number | null
}

export async function findSecret(sql: Sql, id: string): Promise<FactorSecret | null> {
  const { rows } = await sql.query<FactorSecret>(
    `select id, secret_sealed, last_accepted_step::float8 as last_accepted_step
       from auth.mfa_factors
      where id = $1`,
    [id],
  )

  return rows[0] ?? null
}

type Acceptance = { id: string; step: number; secretSealed: string }

export async function acceptFactor(
  sql: Sql,
  now: Date,
  { id, step, secretSealed }: Acceptance,
): Promise<void> {
  await sql.query(
    `update auth.mfa_factors
        set status = 'verified', last_accepted_step = $2, secret_sealed = $3, updated_at = $4
      where id = $1`,
    [id, step, secretSealed, now],
  )
}

export async function acceptPhone(sql: Sql, now: Date, id: string): Promise<void> {
  await sql.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`,
    [id, now],
  )
}

type KeyAcceptance = {
  id: string
  credential: FactorCredential
  /** Omitted: unchanged. */
  aaguid?: string
}

export async function acceptCredential(
  sql: Sql,
  now: Date,
  { id, credential, aaguid }: KeyAcceptance,
): Promise<void> {
  await sql.query(
    `update auth.mfa_factors
        set status = 'verified', web_authn_credential = $2,
            web_authn_aaguid = coalesce($3::uuid, web_authn_aaguid), updated_at = $4
      where id = $1`,
    [id, JSON.stringify(credential), aaguid ?? null, now],
  )
}

export async function touchFactor(sql: Sql, now: Date, id: string): Promise<void> {
  await sql.query('update auth.mfa_factors set updated_at = $2 where id = $1', [id, now])
}

export async function renameFactor(
  sql: Sql,
  now: Date,
  { id, friendlyName }: { id: string; friendlyName: string },
): Promise<void> {
  await sql.query('update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1', [
    id,
    friendlyName,
    now,
  ])
}

export async function deleteFactor(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.mfa_factors where id = $1', [id])
}

/** Deletes unverified factors of a type once one of that type is verified. */
export async function deleteUnverified(sql: Sql, userId: string, type: string): Promise<void> {
  await sql.query(
    `delete from auth.mfa_factors
      where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [userId, type],
  )
}

/** Deletes factors that the account no longer lists, so that their names can be reused. */
export async function deleteAbandoned(sql: Sql, { id, factors }: Account): Promise<void> {
  const shown = factors.map((factor) => factor.id)

  await sql.query('delete from auth.mfa_factors where user_id = $1 and id <> all ($2::uuid[])', [
    id,
    shown,
  ])
}
