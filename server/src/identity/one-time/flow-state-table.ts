import type { Sql } from '#db/database.ts'

/** Proof-key parameters as a client sends them. */
export type Pkce = { challenge: string; method: 's256' | 'plain' }

export type FlowRow = {
  id: string
  user_id: string | null
  authentication_method: string
  provider: string
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  provider_access_token_sealed: string | null
  provider_refresh_token_sealed: string | null
  pending_identity_sealed: string | null
  auth_code_issued_at: Date | null
}

const COLUMNS = `
  id, user_id, authentication_method, provider, code_challenge, code_challenge_method,
  provider_access_token_sealed, provider_refresh_token_sealed, pending_identity_sealed,
  auth_code_issued_at`

type NewFlow = { userId: string; method: string; provider: string; pkce: Pkce; now: Date }

/** A client that asked for a mail and will come back with its verifier. */
export async function insertFlow(
  sql: Sql,
  { userId, method, provider, pkce, now }: NewFlow,
): Promise<void> {
  await sql.query(
    `insert into auth.flow_state
       (user_id, authentication_method, provider, code_challenge, code_challenge_method,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [userId, method, provider, pkce.challenge, pkce.method, now],
  )
}

/** The newest flow of these kinds that has not come back yet. */
export async function lockWaitingFlow(
  sql: Sql,
  userId: string,
  methods: readonly string[],
): Promise<FlowRow | null> {
  const { rows } = await sql.query<FlowRow>(
    `select ${COLUMNS} from auth.flow_state
      where user_id = $1 and authentication_method = any ($2) and auth_code_hash is null
        and code_challenge is not null
      order by created_at desc
      limit 1
        for update`,
    [userId, methods],
  )

  return rows[0] ?? null
}

export async function giveAuthCode(
  sql: Sql,
  id: string,
  codeHash: string,
  now: Date,
): Promise<void> {
  await sql.query(
    `update auth.flow_state
        set auth_code_hash = $2, auth_code_issued_at = $3, updated_at = $3
      where id = $1`,
    [id, codeHash, now],
  )
}

export async function lockFlowByCode(sql: Sql, codeHash: string): Promise<FlowRow | null> {
  const { rows } = await sql.query<FlowRow>(
    `select ${COLUMNS} from auth.flow_state where auth_code_hash = $1 for update`,
    [codeHash],
  )

  return rows[0] ?? null
}

export async function deleteFlow(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.flow_state where id = $1', [id])
}
