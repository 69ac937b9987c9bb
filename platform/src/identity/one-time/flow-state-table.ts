import type { Sql } from '#db/database.ts'

/** PKCE parameters as a client sends them. */
export type Pkce = { challenge: string; method: 's256' | 'plain' }

export type FlowRow = {
  id: string
  user_id: string | null
  /** The session that began the flow, whose end ends it; null for a flow that began signed out. */
  session_id: string | null
  authentication_method: string
  provider: string
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  provider_access_token_sealed: string | null
  provider_refresh_token_sealed: string | null
  pending_identity_sealed: string | null
  auth_code_issued_at: Date | null
  /** The end of the session that its code opens; null: none. */
  session_not_after: Date | null
}

const COLUMNS = `
  id, user_id, session_id, authentication_method, provider, code_challenge, code_challenge_method,
  provider_access_token_sealed, provider_refresh_token_sealed, pending_identity_sealed,
  auth_code_issued_at, session_not_after`

type NewFlow = {
  userId: string
  sessionId: string | null
  method: string
  provider: string
  pkce: Pkce
  now: Date
}

/** Starts the flow of a PKCE client that requested a mail. */
export async function insertFlow(
  sql: Sql,
  { userId, sessionId, method, provider, pkce, now }: NewFlow,
): Promise<void> {
  await sql.query(
    `insert into auth.flow_state
       (user_id, session_id, authentication_method, provider, code_challenge, code_challenge_method,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [userId, sessionId, method, provider, pkce.challenge, pkce.method, now],
  )
}

/** The newest flow with one of these methods that has no code yet. */
export async function findWaitingFlow(
  sql: Sql,
  userId: string,
  methods: readonly string[],
): Promise<FlowRow | null> {
  const { rows } = await sql.query<FlowRow>(
    `select ${COLUMNS} from auth.flow_state
      where user_id = $1 and authentication_method = any ($2) and auth_code_hash is null
        and code_challenge is not null
      order by created_at desc
      limit 1`,
    [userId, methods],
  )

  return rows[0] ?? null
}

type Completed = { userId: string; codeHash: string; now: Date }

/** The link was used: the flow continues with a code, even if the proof deleted the account's other flows. */
export async function insertCompletedFlow(
  sql: Sql,
  { authentication_method, provider, code_challenge, code_challenge_method }: FlowRow,
  { userId, codeHash, now }: Completed,
): Promise<void> {
  await sql.query(
    `insert into auth.flow_state
       (user_id, authentication_method, provider, code_challenge, code_challenge_method,
        auth_code_hash, auth_code_issued_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [userId, authentication_method, provider, code_challenge, code_challenge_method, codeHash, now],
  )
}

type CodeFlow = Omit<NewFlow, 'sessionId'> & { codeHash: string; sessionNotAfter: Date | null }

/** A flow whose client waited elsewhere, and gets its code at once. */
export async function insertCodeFlow(
  sql: Sql,
  { userId, method, provider, pkce, codeHash, sessionNotAfter, now }: CodeFlow,
): Promise<void> {
  await sql.query(
    `insert into auth.flow_state
       (user_id, authentication_method, provider, code_challenge, code_challenge_method,
        auth_code_hash, auth_code_issued_at, session_not_after, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $8, $7, $8, $8)`,
    [userId, method, provider, pkce.challenge, pkce.method, codeHash, sessionNotAfter, now],
  )
}

/** Takes no lock: callers first lock the account, then look it up again. */
export async function findFlowByCode(sql: Sql, codeHash: string): Promise<FlowRow | null> {
  const { rows } = await sql.query<FlowRow>(
    `select ${COLUMNS} from auth.flow_state where auth_code_hash = $1`,
    [codeHash],
  )

  return rows[0] ?? null
}

export async function deleteFlow(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from auth.flow_state where id = $1', [id])
}

/** All flows that sign in to this account or link an identity to it. */
export async function deleteFlowsOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from auth.flow_state where user_id = $1 or linking_target_id = $1', [
    userId,
  ])
}

/** Deletes flows that began signed out; others end with their sessions. */
export async function deleteSessionlessFlowsOf(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    `delete from auth.flow_state
      where (user_id = $1 or linking_target_id = $1) and session_id is null`,
    [userId],
  )
}
