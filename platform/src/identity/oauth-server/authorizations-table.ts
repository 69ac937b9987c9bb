import type { AssuranceLevel } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'

export type AuthorizationRow = {
  id: string
  client_id: string
  user_id: string | null
  redirect_uri: string
  scopes: string[]
  state: string | null
  nonce: string | null
  code_challenge: string
  status: 'pending' | 'approved' | 'denied'
  code_issued_at: Date | null
  aal: AssuranceLevel | null
  signed_in_at: Date | null
  not_after: Date | null
  session_id: string | null
  created_at: Date
}

const COLUMNS = `
  id, client_id, user_id, redirect_uri, scopes, state, nonce, code_challenge, status,
  code_issued_at, aal, signed_in_at, not_after, session_id, created_at`

type NewAuthorization = Omit<
  AuthorizationRow,
  'user_id' | 'status' | 'code_issued_at' | 'aal' | 'signed_in_at' | 'not_after' | 'session_id'
>

export async function insertAuthorization(sql: Sql, request: NewAuthorization): Promise<void> {
  await sql.query(
    `insert into auth.oauth_authorizations
       (id, client_id, redirect_uri, scopes, state, nonce, code_challenge, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      request.id,
      request.client_id,
      request.redirect_uri,
      request.scopes,
      request.state,
      request.nonce,
      request.code_challenge,
      request.created_at,
    ],
  )
}

/** Two people, or two answers of one person, wait here for each other. */
export async function lockAuthorization(sql: Sql, id: string): Promise<AuthorizationRow | null> {
  const { rows } = await sql.query<AuthorizationRow>(
    `select ${COLUMNS} from auth.oauth_authorizations where id = $1 for update`,
    [id],
  )

  return rows[0] ?? null
}

export async function bindAuthorization(sql: Sql, id: string, userId: string): Promise<void> {
  await sql.query('update auth.oauth_authorizations set user_id = $2 where id = $1', [id, userId])
}

type Approval = {
  id: string
  codeHash: string
  now: Date
  aal: AssuranceLevel
  signedInAt: Date
  notAfter: Date | null
}

export async function approveAuthorization(
  sql: Sql,
  { id, codeHash, now, aal, signedInAt, notAfter }: Approval,
): Promise<void> {
  await sql.query(
    `update auth.oauth_authorizations
        set status = 'approved', code_hash = $2, code_issued_at = $3, aal = $4, signed_in_at = $5,
            not_after = $6
      where id = $1`,
    [id, codeHash, now, aal, signedInAt, notAfter],
  )
}

export async function denyAuthorization(sql: Sql, id: string): Promise<void> {
  await sql.query(`update auth.oauth_authorizations set status = 'denied' where id = $1`, [id])
}

/** Found again after the account is locked, so that of two exchanges the second sees the first. */
export async function findAuthorizationByCode(
  sql: Sql,
  codeHash: string,
): Promise<AuthorizationRow | null> {
  const { rows } = await sql.query<AuthorizationRow>(
    `select ${COLUMNS} from auth.oauth_authorizations where code_hash = $1`,
    [codeHash],
  )

  return rows[0] ?? null
}

export async function spendCode(sql: Sql, id: string, sessionId: string): Promise<void> {
  await sql.query('update auth.oauth_authorizations set session_id = $2 where id = $1', [
    id,
    sessionId,
  ])
}
