import { type Database, type Sql, theServer } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import { isKeyTaken, JOB_CHANNEL } from './jobs-table.ts'

/** A failed job, kept for 30 days. */
export type DeadLetter = {
  id: string
  kind: string
  payload: object
  reason: string
  attempts: number
  sent_at: Date
  failed_at: Date
}

/** Which page: starting after this entry, in the list's order. */
export type DeadLetterPage = {
  kind?: string | undefined
  after?: { failedAt: string; id: string } | null
  most: number
}

/** Newest first. */
export async function deadLetters(db: Database, most = 100): Promise<DeadLetter[]> {
  const rows = await listDeadLetters(serverSql(db), { most })

  return rows.map(({ key: _, ...letter }) => letter)
}

/** The key is the exact time of failure, for requesting the next page. */
export async function listDeadLetters(
  sql: Sql,
  { kind, after, most }: DeadLetterPage,
): Promise<(DeadLetter & { key: string })[]> {
  const { rows } = await sql.query<DeadLetter & { key: string }>(
    `select id, kind, payload, coalesce(error, 'It did not end in time') as reason,
            attempts, sent_at, finished_at as failed_at, finished_at::text as key
       from ops.jobs
      where state = 'failed' and ($2::text is null or kind = $2)
        and ($3::timestamptz is null or (finished_at, id) < ($3::timestamptz, $4::uuid))
      order by finished_at desc, id desc
      limit $1`,
    [most, kind ?? null, after?.failedAt ?? null, after?.id ?? null],
  )

  return rows
}

/** Counts up to one more than the limit. */
export async function countDeadLetters(
  sql: Sql,
  kind: string | undefined,
  limit: number,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from ops.jobs
              where state = 'failed' and ($1::text is null or kind = $1) limit $2) as found`,
    [kind ?? null, limit + 1],
  )

  return rows[0]?.count ?? 0
}

/** Retries it once; false if it is no longer a dead letter, or another job with its key is in retry. */
export function retryDeadLetter(db: Database, kind: string, id: string): Promise<boolean> {
  return db
    .as(theServer, (sql) => retryDeadLetterIn(sql, kind, id))
    .catch((error: unknown) => {
      if (isKeyTaken(error)) return false
      throw error
    })
}

/** Runs in the caller's transaction, which fails if another job with its key is in retry (`isKeyTaken`). */
export async function retryDeadLetterIn(sql: Sql, kind: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update ops.jobs
        set state = 'retrying', most_attempts = attempts + 1, run_at = ops.now(), finished_at = null
      where kind = $1 and id = $2 and state = 'failed'`,
    [kind, id],
  )
  if (rowCount > 0) sql.announce(JOB_CHANNEL)

  return rowCount > 0
}

/** Returns false if it is no longer a dead letter. */
export async function discardDeadLetter(sql: Sql, kind: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from ops.jobs where kind = $1 and id = $2 and state = 'failed'`,
    [kind, id],
  )

  return rowCount > 0
}

/** Discards dead letters with these payloads after their work was restarted in another way. */
export async function discardDeadLettersAbout(
  sql: Sql,
  kind: string,
  payloads: readonly object[],
): Promise<void> {
  await sql.query(
    `delete from ops.jobs
      where kind = $1 and state = 'failed' and payload in (select jsonb_array_elements($2::jsonb))`,
    [kind, JSON.stringify(payloads)],
  )
}
