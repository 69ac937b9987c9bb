import type { ClonesFilter } from '@app/contract/admin-operations'
import type { Sql } from '@app/platform/db/database.ts'
import type { Cursor } from '#admin/cursor.ts'
import { COUNT_LIMIT, PAGE_ROWS } from '#admin/list-pages.ts'

export type CloneRow = {
  id: string
  source: string
  copy: string
  due_at: Date
  attempts: number
  error: string | null
  deleted_at: Date | null
  is_late: boolean
}

/** Copies of the last 30 days, and all that still exist. */
const SHOWN = {
  left: 'deleted_at is null',
  deleted: `deleted_at > app.now() - interval '30 days'`,
}

/** The copy that is due last comes first. */
export async function listCloneRows(
  sql: Sql,
  { state = 'left' }: ClonesFilter,
  after: Cursor | null,
): Promise<(CloneRow & { key: string })[]> {
  const { rows } = await sql.query<CloneRow & { key: string }>(
    `select id, source_full_name as source, clone_full_name as copy, delete_at as due_at, attempts, last_error as error,
            deleted_at, deleted_at is null and delete_at < app.now() - interval '2 minutes' as is_late,
            delete_at::text as key
       from public.temporary_clones
      where ${SHOWN[state]}
        and ($1::timestamptz is null
             or delete_at <= $1::timestamptz and (delete_at < $1::timestamptz or id > $2::uuid))
      order by delete_at desc, id
      limit ${PAGE_ROWS + 1}`,
    [after?.key ?? null, after?.id ?? null],
  )

  return rows
}

export async function countClones(sql: Sql, { state = 'left' }: ClonesFilter): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count
       from (select from public.temporary_clones where ${SHOWN[state]} limit ${COUNT_LIMIT + 1}) as found`,
  )

  return rows[0]?.count ?? 0
}
