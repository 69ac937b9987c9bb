import { type Database, type Sql, theServer } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import { serverSql } from '#db/server-sql.ts'
import { notifyWorkers } from './job-notification.ts'
import { SCHEMA } from './queue.ts'

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

/** Which of them; after the given one, in the list's order. */
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

/** The key is the exact time of failure, for the next page. */
export async function listDeadLetters(
  sql: Sql,
  { kind, after, most }: DeadLetterPage,
): Promise<(DeadLetter & { key: string })[]> {
  const { rows } = await sql.query<DeadLetter & { key: string }>(
    `select id, name as kind, data as payload, coalesce(output ->> 'message', 'It did not end in time') as reason,
            retry_count + 1 as attempts, created_on as sent_at, completed_on as failed_at, completed_on::text as key
       from ${SCHEMA}.job
      where state = 'failed' and ($2::text is null or name = $2)
        and ($3::timestamptz is null or (completed_on, id) < ($3::timestamptz, $4::uuid))
      order by completed_on desc, id desc
      limit $1`,
    [most, kind ?? null, after?.failedAt ?? null, after?.id ?? null],
  )

  return rows
}

/** Counts up to the limit and one more. */
export async function countDeadLetters(
  sql: Sql,
  kind: string | undefined,
  limit: number,
): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from ${SCHEMA}.job
              where state = 'failed' and ($1::text is null or name = $1) limit $2) as found`,
    [kind ?? null, limit + 1],
  )

  return rows[0]?.count ?? 0
}

/** Retries it once; false when it is no dead letter any more, or another job of its key is in retry. */
export function retryDeadLetter(db: Database, kind: string, id: string): Promise<boolean> {
  return db
    .as(theServer, (sql) => retryDeadLetterIn(sql, kind, id))
    .catch((error: unknown) => {
      if (isKeyTaken(error)) return false
      throw error
    })
}

/** In the caller's transaction, which fails when another job of its key is in retry (`isKeyTaken`). */
export async function retryDeadLetterIn(sql: Sql, kind: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update ${SCHEMA}.job
        set state = 'retry', retry_limit = retry_count + 1, start_after = ops.now(), completed_on = null
      where name = $1 and id = $2 and state = 'failed'`,
    [kind, id],
  )
  if (rowCount > 0) await notifyWorkers(sql)

  return rowCount > 0
}

export const isKeyTaken = (error: unknown): boolean => sqlState(error) === '23505'

/** False when it is no dead letter any more. */
export async function discardDeadLetter(sql: Sql, kind: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `delete from ${SCHEMA}.job where name = $1 and id = $2 and state = 'failed'`,
    [kind, id],
  )

  return rowCount > 0
}

/** Those about one thing, once its work was started again in another way. */
export async function discardDeadLettersAbout(
  sql: Sql,
  kind: string,
  payload: object,
): Promise<void> {
  await sql.query(
    `delete from ${SCHEMA}.job where name = $1 and state = 'failed' and data = $2::jsonb`,
    [kind, JSON.stringify(payload)],
  )
}
