import type { Sql } from '@app/platform/db/database.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'

type Result = 'created' | 'updated' | 'restored' | 'deleted'

/** Records a sync by the ids of its links: a history entry for each, and one product event. */
export async function recordSync(
  sql: Sql,
  userId: string,
  direction: 'outward' | 'inward',
  done: Record<Result, readonly string[]>,
): Promise<void> {
  const lines = Object.entries(done).flatMap(([result, ids]) =>
    ids.map((link) => ({ link, result })),
  )
  if (lines.length === 0) return

  await sql.query(
    `insert into public.sync_events (user_id, project_id, direction, result)
     select $1, projects.id, $2, done.result
       from jsonb_to_recordset($3::jsonb) as done (link uuid, result text)
       join public.projects on projects.bolt_project_id = done.link`,
    [userId, direction, JSON.stringify(lines)],
  )
  await recordProductEvent(sql, 'projects_synced', userId, countsOf(done))
}

const countsOf = (done: Record<Result, readonly string[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(done).map(([result, ids]) => [result, ids.length]))
