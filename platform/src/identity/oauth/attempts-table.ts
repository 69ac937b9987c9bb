import type { Sql } from '#db/database.ts'
import type { Pkce } from '#identity/one-time/flow-state-table.ts'
import type { ProviderName } from '#outside/sign-in-provider.ts'

/** A started provider sign-in: a row of auth.flow_state, whose id is the OAuth state. */
export type AttemptRow = {
  id: string
  provider: ProviderName
  /** The final redirect target, which was checked when the sign-in began. */
  referrer: string
  code_challenge: string | null
  code_challenge_method: Pkce['method'] | null
  linking_target_id: string | null
  /** The session that requested the link. */
  session_id: string | null
  invite_token_hash: string | null
  provider_checks_sealed: string
  created_at: Date
}

const METHOD = 'oauth'

export async function insertAttempt(sql: Sql, attempt: AttemptRow): Promise<void> {
  await sql.query(
    `insert into auth.flow_state
       (id, authentication_method, provider, referrer, code_challenge, code_challenge_method,
        linking_target_id, session_id, invite_token_hash, provider_checks_sealed, created_at, updated_at)
     values ($1, '${METHOD}', $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      attempt.id,
      attempt.provider,
      attempt.referrer,
      attempt.code_challenge,
      attempt.code_challenge_method,
      attempt.linking_target_id,
      attempt.session_id,
      attempt.invite_token_hash,
      attempt.provider_checks_sealed,
      attempt.created_at,
    ],
  )
}

export type Claim = AttemptRow & { was_used: boolean }

/** Marks the attempt as used; of concurrent callbacks only one finds it unused. */
export async function claimAttempt(sql: Sql, id: string, now: Date): Promise<Claim | null> {
  const { rows } = await sql.query<Claim>(
    `with found as (
       select * from auth.flow_state
        where id = $1 and authentication_method = '${METHOD}' and provider_checks_sealed is not null
          for update
     ), claimed as (
       update auth.flow_state set used_at = $2, updated_at = $2
        where id in (select id from found where used_at is null)
     )
     select id, provider, referrer, code_challenge, code_challenge_method, linking_target_id, session_id,
            invite_token_hash, provider_checks_sealed, created_at, used_at is not null as was_used
       from found`,
    [id, now],
  )

  return rows[0] ?? null
}

type Outcome = {
  userId: string
  codeHash: string
  accessTokenSealed: string
  refreshTokenSealed: string | null
  /** The identity to link when the code is exchanged; null for a sign-in. */
  pendingIdentitySealed: string | null
  now: Date
}

/** Stores the data that the client's code will be exchanged for. Returns false if the attempt has been deleted in the meantime. */
export async function storeOutcome(sql: Sql, id: string, outcome: Outcome): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update auth.flow_state
        set user_id = $2, auth_code_hash = $3, auth_code_issued_at = $6, updated_at = $6,
            provider_access_token_sealed = $4, provider_refresh_token_sealed = $5,
            pending_identity_sealed = $7
      where id = $1`,
    [
      id,
      outcome.userId,
      outcome.codeHash,
      outcome.accessTokenSealed,
      outcome.refreshTokenSealed,
      outcome.now,
      outcome.pendingIdentitySealed,
    ],
  )

  return rowCount > 0
}

/** Deletes a few rows at a time and skips those that another server is deleting. */
export async function sweepAttempts(sql: Sql, olderThan: Date): Promise<void> {
  await sql.query(
    `delete from auth.flow_state
      where id in (
        select id from auth.flow_state
         where created_at < $1 and authentication_method = '${METHOD}'
         order by created_at
         limit 20
           for update skip locked)`,
    [olderThan],
  )
}
