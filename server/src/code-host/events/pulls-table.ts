import type { Sql } from '@app/platform/db/database.ts'
import { SYNCED_PROJECT } from './pushes-table.ts'

export type Pull = {
  userId: string
  /** The builder's id. */
  boltProjectId: string | null
  owner: string
  name: string
  branch: string
  sha: string
  files: number
}

/**
 * In the project's history, like an import. What others pushed after the commit that was pulled still counts as ahead, so
 * the entry is then no newer than that commit's push.
 */
export async function insertPull(sql: Sql, pull: Pull): Promise<void> {
  await sql.query(
    `with link as (${SYNCED_PROJECT}), pulled as (
       select push.created_at
         from public.push_records as push
         join link on link.id = push.project_id
        where push.branch = $5 and push.commit_sha = $6
          and lower(push.repo_owner) = lower($3) and lower(push.repo_name) = lower($4)
        order by push.created_at desc
        limit 1
     ), later as (
       select from public.push_records as push
         join link on link.id = push.project_id
        where push.branch = $5 and not push.is_own and push.succeeded
          and push.created_at > (select created_at from pulled)
          and lower(push.repo_owner) = lower($3) and lower(push.repo_name) = lower($4)
     )
     insert into public.sync_events (user_id, project_id, direction, result, counts, created_at)
     select $1, link.id, 'inward', 'updated', jsonb_build_object('files', $7::int),
            case when exists (select from later) then (select created_at from pulled) else app.now() end
       from link`,
    [pull.userId, pull.boltProjectId, pull.owner, pull.name, pull.branch, pull.sha, pull.files],
  )
}
