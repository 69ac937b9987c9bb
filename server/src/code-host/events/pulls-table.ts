import type { Sql } from '@app/platform/db/database.ts'
import { SYNCED_PROJECT } from './pushes-table.ts'

export type Pull = {
  userId: string
  /** The builder's id of the project. */
  boltProjectId: string | null
  owner: string
  name: string
  branch: string
  sha: string
  files: number
}

/** Adds an entry to the project's history, like an import, once per commit. Returns the project's id; null if no project is linked. */
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

/** The same expression as in an index. */
const pullOf = (project: string, sha: string) =>
  `known.project_id = ${project} and known.direction = 'inward' and known.counts ? 'files' and known.commit_sha = ${sha}`

export type PulledPush = Pick<Pull, 'owner' | 'name' | 'branch' | 'sha'> & { projectId: string }

/**
 * Marks pushes as present in the project: up to a pulled commit, or up to the parent of a pulled push. Later pushes are not marked. Called
 * for each pull and each push, so that their order does not matter.
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

/**
 * A push of others is no longer ahead once an own push is based on it: commits decide, not times. Marks it, and older pushes that seem
 * newer by time.
 */
export async function markBelowOwn(sql: Sql, push: PulledPush): Promise<void> {
  await sql.query(
    `with recursive on_branch as (
       select push.id, push.commit_sha, push.before_sha, push.is_own, push.is_pulled, push.created_at
         from public.push_records as push
        where push.project_id = $1 and push.branch = $4 and push.succeeded
          and lower(push.repo_owner) = lower($2) and lower(push.repo_name) = lower($3)
     ), on_top as (
       select commit_sha, is_own from on_branch where before_sha = $5
        union
       select later.commit_sha, later.is_own from on_branch as later join on_top on later.before_sha = on_top.commit_sha
     ), below as (
       select id, before_sha from on_branch where commit_sha = $5 and not is_own
        union
       select lower.id, lower.before_sha
         from on_branch as lower
         join below on below.before_sha = lower.commit_sha
        where not lower.is_own and not lower.is_pulled
          and lower.created_at > (select max(created_at) from on_branch where is_own)
     )
     update public.push_records as push
        set is_pulled = true
       from below
      where push.id = below.id and not push.is_pulled and exists (select from on_top where is_own)`,
    [push.projectId, push.owner, push.name, push.branch, push.sha],
  )
}

/** A push of our own may be reported after a later one. It is dated before that one, so that the later one stays the newest. */
export async function placeBeforeOthers(sql: Sql, push: PulledPush): Promise<void> {
  await sql.query(
    `update public.push_records as own
        set created_at = first.at - interval '1 microsecond'
       from (
         select min(created_at) as at
           from public.push_records as push
          where push.project_id = $1 and push.branch = $4 and push.succeeded and not push.is_own
            and lower(push.repo_owner) = lower($2) and lower(push.repo_name) = lower($3)
            and push.before_sha = $5
       ) as first
      where own.project_id = $1 and own.branch = $4 and own.succeeded and own.is_own and own.commit_sha = $5
        and lower(own.repo_owner) = lower($2) and lower(own.repo_name) = lower($3)
        and own.created_at >= first.at`,
    [push.projectId, push.owner, push.name, push.branch, push.sha],
  )
}
