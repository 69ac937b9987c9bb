import type { Sql } from '#db/database.ts'

export type AuditRow = { id: string; payload: object; created_at: Date; ip_address: string }

export async function insertEntry(
  sql: Sql,
  { payload, ip, now }: { payload: object; ip: string; now: Date },
): Promise<void> {
  await sql.query(
    `insert into auth.audit_log_entries (payload, ip_address, created_at) values ($1, $2, $3)`,
    [JSON.stringify(payload), ip, now],
  )
}

export type AuditFilter = {
  action: string | null
  actor: string | null
  type: string | null
}

/** Beyond this, the total is the planner's estimate: counting millions of entries would take seconds. */
const MOST_COUNTED = 10_000

/** One page, newest first, and the total. */
export async function listEntries(
  sql: Sql,
  { action, actor, type }: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditRow[]; total: number }> {
  const matching = `
      from auth.audit_log_entries
     where ($1::text is null or payload ->> 'action' = $1)
       and ($2::text is null or payload ->> 'actor_id' = $2 or payload ->> 'actor_username' = $2)
       and ($3::text is null or payload ->> 'log_type' = $3)`
  const values = [action, actor, type]

  const { rows } = await sql.query<AuditRow>(
    `select id, payload, created_at, ip_address ${matching}
      order by created_at desc, id
      limit $4 offset $5`,
    [...values, limit, offset],
  )
  const counted = await sql.query<{ total: number }>(
    `select count(*)::int as total from (select ${matching} limit ${MOST_COUNTED + 1}) as counted`,
    values,
  )
  const total = counted.rows[0]?.total ?? 0
  if (total <= MOST_COUNTED) return { entries: rows, total }

  // A full page may have a next one, whatever the planner expects.
  const least = offset + rows.length + (rows.length === limit ? 1 : 0)
  return { entries: rows, total: Math.max(least, await estimate(sql, matching, values)) }
}

async function estimate(sql: Sql, matching: string, values: unknown[]): Promise<number> {
  const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select ${matching}`,
    values,
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []

  return Math.max(MOST_COUNTED + 1, plan?.Plan['Plan Rows'] ?? 0)
}
