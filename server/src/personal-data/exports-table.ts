import type { Language } from '@app/contract/languages'
import type { Sql } from '@app/platform/db/database.ts'

/** The member's pending export, or a new one. */
export async function beginExport(
  sql: Sql,
  userId: string,
): Promise<{ id: string; isNew: boolean } | null> {
  // Concurrent inserts wait for the first. Only a further statement sees what that one wrote.
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const begun = await sql.query<{ id: string }>(
      `insert into public.data_exports (id, user_id, file_name)
       select id, $1::uuid, format('%s/%s.json', $1::uuid, id) from (select gen_random_uuid() as id) as fresh
       on conflict (user_id) where status = 'waiting' do nothing
       returning id`,
      [userId],
    )
    if (begun.rows[0]) return { ...begun.rows[0], isNew: true }

    const waiting = await sql.query<{ id: string }>(
      `select id from public.data_exports where user_id = $1 and status = 'waiting'`,
      [userId],
    )
    if (waiting.rows[0]) return { ...waiting.rows[0], isNew: false }
  }
  return null
}

/** A retry means that an export finished between two statements. */
const MOST_TRIES = 5

export type UnfinishedExport = {
  id: string
  user_id: string
  file_name: string
  email: string | null
  language: Language
}

/** Includes failed ones, because an operator may retry the job. */
export async function findUnfinished(sql: Sql, id: string): Promise<UnfinishedExport | null> {
  const { rows } = await sql.query<UnfinishedExport>(
    `select data_exports.id, user_id, file_name, users.email, users.language
       from public.data_exports
       join public.users on users.id = user_id
      where data_exports.id = $1 and status <> 'ready'`,
    [id],
  )

  return rows[0] ?? null
}

type Finish = { id: string; size: number; expiresAt: Date }

/** Returns false if its owner was deleted in the meantime. */
export async function finishExport(sql: Sql, { id, size, expiresAt }: Finish): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.data_exports
        set status = 'ready', size = $2, ready_at = app.now(), expires_at = $3
      where id = $1 and status <> 'ready'`,
    [id, size, expiresAt],
  )

  return rowCount > 0
}

const FAIL = `
  update public.data_exports set status = 'failed', expires_at = app.now() + interval '7 days'
   where status = 'waiting'`

export async function failExport(sql: Sql, id: string): Promise<void> {
  await sql.query(`${FAIL} and id = $1`, [id])
}

/** Marks exports that no job can still write: all tries together take less than two hours. */
export async function failLostExports(sql: Sql): Promise<void> {
  await sql.query(`${FAIL} and created_at < app.now() - interval '3 hours'`)
}

/** Deletes expired exports, in batches. */
export async function deleteOldExports(sql: Sql, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ file_name: string }>(
    `delete from public.data_exports
      where id in (select id from public.data_exports where expires_at <= app.now() limit $1)
     returning file_name`,
    [most],
  )

  return rows.map(({ file_name }) => file_name)
}
