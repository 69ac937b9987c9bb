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

/** In the project's history, like an import, once for each commit. The project's id; null if nothing is linked. */
export async function insertPull(sql: Sql, pull: Pull): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `with link as (${SYNCED_PROJECT}), noted as (
       insert into public.sync_events (user_id, project_id, direction, result, counts, commit_sha)
       select $1, link.id, 'inward', 'updated', jsonb_build_object('files', $7::int), $6
         from link
        where not exists (select from public.sync_events as known where ${pullOf('link.id', '$6')})
     )
     select id from link`,
    [pull.userId, pull.boltProjectId, pull.owner, pull.name, pull.branch, pull.sha, pull.files],
  )

  return rows[0]?.id ?? null
}

/** In the words of an index. */
const pullOf = (project: string, sha: string) =>
  `known.project_id = ${project} and known.direction = 'inward' and known.counts ? 'files' and known.commit_sha = ${sha}`

export type PulledPush = Pick<Pull, 'owner' | 'name' | 'branch' | 'sha'> & { projectId: string }

/**
 * Pushes up to this one are in the project, if it was brought back itself, or is what a push that came back started from.
 * Pushes on top of it are not. Called for each pull and each push, so their order does not matter.
 */
export async function markPulled(sql: Sql, push: PulledPush): Promise<void> {
  await sql.query(
    `with recursive on_branch as (
       select push.id, push.commit_sha, push.before_sha, push.is_pulled
         from public.push_records as push
        where push.project_id = $1 and push.branch = $4 and push.succeeded
          and lower(push.repo_owner) = lower($2) and lower(push.repo_name) = lower($3)
     ), on_top as (
       select commit_sha from on_branch where before_sha = $5
        union
       select later.commit_sha from on_branch as later join on_top on later.before_sha = on_top.commit_sha
     )
     update public.push_records as push
        set is_pulled = true
       from on_branch
      where push.id = on_branch.id and not push.is_own and not push.is_pulled
        and (push.commit_sha = $5 or push.commit_sha not in (select commit_sha from on_top))
        and (exists (select from public.sync_events as known where ${pullOf('$1', '$5')})
             or exists (select from on_branch as came where came.is_pulled and came.before_sha = $5))`,
    [push.projectId, push.owner, push.name, push.branch, push.sha],
  )
}
