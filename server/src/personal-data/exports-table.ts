import type { Sql } from '#db/database.ts'
import type { Language } from '#mail/letter/language.ts'

/** The one that is being written for somebody, or a new one; `isNew` tells which. */
export async function beginExport(
  sql: Sql,
  userId: string,
): Promise<{ id: string; isNew: boolean } | null> {
  const { rows } = await sql.query<{ id: string; isNew: boolean }>(
    `with begun as (
       insert into public.data_exports (id, user_id, file_name)
       select id, $1::uuid, format('%s/%s.json', $1::uuid, id) from (select gen_random_uuid() as id) as fresh
       on conflict (user_id) where status = 'waiting' do nothing
       returning id
     )
     select id, true as "isNew" from begun
     union all
     select id, false from public.data_exports where user_id = $1::uuid and status = 'waiting'
     limit 1`,
    [userId],
  )

  return rows[0] ?? null
}

export type UnfinishedExport = {
  id: string
  user_id: string
  file_name: string
  email: string | null
  language: Language
}

/** Also one that was given up: whoever has its job tried again by hand wants the file after all. */
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

/** False when its owner has gone meanwhile. */
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

/** What no job can still be working on: all its tries together take less than two hours. */
export async function failLostExports(sql: Sql): Promise<void> {
  await sql.query(`${FAIL} and created_at < app.now() - interval '3 hours'`)
}

/** What has had its time. */
export async function deleteOldExports(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ file_name: string }>(
    `delete from public.data_exports where expires_at <= app.now() returning file_name`,
  )

  return rows.map(({ file_name }) => file_name)
}
