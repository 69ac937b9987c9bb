import type { Sql } from '#db/database.ts'
import type { Pkce } from '#identity/one-time/flow-state-table.ts'

export type SamlFlow = {
  id: string
  sso_provider_id: string
  request_id: string | null
  redirect_to: string
  code_challenge: string | null
  code_challenge_method: Pkce['method'] | null
  created_at: Date
}

const COLUMNS = `
  id, sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, created_at`

export async function insertFlow(sql: Sql, flow: SamlFlow, usedAt: Date | null): Promise<void> {
  await sql.query(
    `insert into auth.saml_flows (${COLUMNS}, used_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      flow.id,
      flow.sso_provider_id,
      flow.request_id,
      flow.redirect_to,
      flow.code_challenge,
      flow.code_challenge_method,
      flow.created_at,
      usedAt,
    ],
  )
}

/** Of concurrent responses only one finds the flow. */
export async function spendFlow(sql: Sql, id: string, now: Date): Promise<SamlFlow | null> {
  const { rows } = await sql.query<SamlFlow>(
    `update auth.saml_flows set used_at = $2 where id = $1 and used_at is null returning ${COLUMNS}`,
    [id, now],
  )

  return rows[0] ?? null
}

export async function storeOutcome(
  sql: Sql,
  { id, sealed, now }: { id: string; sealed: string; now: Date },
): Promise<void> {
  await sql.query('update auth.saml_flows set outcome_sealed = $2, outcome_at = $3 where id = $1', [
    id,
    sealed,
    now,
  ])
}

export type FinishedFlow = SamlFlow & { outcome_sealed: string; outcome_at: Date }

const FINISHED = `${COLUMNS}, outcome_sealed, outcome_at`

export async function findOutcome(sql: Sql, id: string): Promise<FinishedFlow | null> {
  const { rows } = await sql.query<FinishedFlow>(
    `select ${FINISHED} from auth.saml_flows where id = $1 and outcome_sealed is not null`,
    [id],
  )

  return rows[0] ?? null
}

/** Returns false if another request has taken the outcome. */
export async function deleteFlow(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from auth.saml_flows where id = $1', [id])

  return rowCount === 1
}

/** Returns false if the assertion was accepted before, by any server. */
export async function rememberAssertion(
  sql: Sql,
  { providerId, assertionId, until }: { providerId: string; assertionId: string; until: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into auth.saml_assertions (sso_provider_id, assertion_id, usable_until) values ($1, $2, $3)
     on conflict do nothing`,
    [providerId, assertionId, until],
  )

  return rowCount === 1
}
