import type { ChangedFile } from '@app/contract/changed-files'
import type { Sql } from '@app/platform/db/database.ts'
import { lockName } from '@app/platform/db/lock-name.ts'

export type Push = {
  pusherId: number | null
  /** The pusher's login. */
  author: string | null
  ownerId: number
  installationId: number | null
  isPublic: boolean
  /** Members to whom GitHub shows the repository. */
  readerIds: string[]
  owner: string
  name: string
  branch: string
  sha: string
  /** The branch's previous commit. */
  before: string | null
  message: string
  commits: number
  added: number
  modified: number
  deleted: number
  /** The first of the changed files. */
  files: ChangedFile[]
}

/** Events of one repository are processed sequentially, because GitHub may send a push twice. */
export const lockRepository = (sql: Sql, { owner, name }: Pick<Push, 'owner' | 'name'>) =>
  lockName(sql, `pushes to ${owner}/${name}`.toLowerCase())

/**
 * Recorded for the member who pushed, the owner if the app is installed, and members with access. For a public repository also
 * for connected members who linked it.
 * A link alone proves nothing, because members may link any name. Each record adds an entry to the project's history.
 */
export async function insertPushes(sql: Sql, push: Push): Promise<Recorded[]> {
  const { rows } = await sql.query<Recorded>(
    `with pushed as (
       insert into public.push_records
         (user_id, project_id, repo_owner, repo_name, branch, commit_sha, commit_message,
          files_added, files_modified, files_deleted, succeeded,
          commit_count, author, is_own, changed_files, before_sha)
       select distinct on (links.user_id)
              links.user_id, projects.id, $4, $5, $6, $7, left($8, 2000), $9, $10, $11, true,
              $13, $14, coalesce(connections.github_user_id = $1, false), $15::jsonb, $17
         from public.github_integrations as connections
         join app.synced_links as links on links.user_id = connections.user_id
         join public.projects on projects.bolt_project_id = links.id
        where (connections.github_user_id = $1
               or (connections.github_user_id = $2 and connections.installation_id = $3)
               or ($12 and connections.access_token is not null)
               or connections.user_id = any ($16::uuid[]))
          and lower(links.github_repo_owner) = lower($4)
          and lower(links.github_repo_name) = lower($5)
          and links.deleted_at is null
          and not exists (
            select from public.push_records as known
             where known.user_id = links.user_id and known.commit_sha = $7 and known.branch = $6
               and lower(known.repo_owner) = lower($4) and lower(known.repo_name) = lower($5)
          )
        order by links.user_id, (links.github_branch = $6) desc nulls last,
                 links.last_sync_at desc nulls last
       returning id, user_id, project_id, commit_message, is_own,
                 files_added + files_modified + files_deleted as files
     ), noted as (
       insert into public.sync_events (user_id, project_id, push_id, direction, result, counts, message)
       select user_id, project_id, id, 'outward', 'updated', jsonb_build_object('files', files),
              left(split_part(commit_message, e'\\n', 1), 200)
         from pushed
     )
     select id, user_id, project_id, is_own from pushed`,
    [
      push.pusherId,
      push.ownerId,
      push.installationId,
      push.owner,
      push.name,
      push.branch,
      push.sha,
      push.message,
      push.added,
      push.modified,
      push.deleted,
      push.isPublic,
      // The branch moved to commits that GitHub already had.
      Math.max(1, push.commits),
      push.author,
      JSON.stringify(push.files),
      push.readerIds,
      push.before,
    ],
  )

  return rows
}

/** The extension recorded the push first, with fewer facts than GitHub has. */
export async function fillPushes(
  sql: Sql,
  push: Push,
): Promise<Pick<Recorded, 'project_id' | 'is_own'>[]> {
  const { rows } = await sql.query<Pick<Recorded, 'project_id' | 'is_own'>>(
    `update public.push_records
        set author = $5, commit_count = $6, changed_files = $7::jsonb, before_sha = coalesce($9, before_sha)
      where commit_sha = $1 and branch = $2 and lower(repo_owner) = lower($3) and lower(repo_name) = lower($4)
        and is_own and succeeded and author is null
        and user_id in (select user_id from public.github_integrations where github_user_id = $8)
     returning project_id, is_own`,
    [
      push.sha,
      push.branch,
      push.owner,
      push.name,
      push.author,
      Math.max(1, push.commits),
      JSON.stringify(push.files),
      push.pusherId,
      push.before,
    ],
  )

  return rows
}

export type OwnPush = {
  userId: string
  /** The builder's id of the project. */
  boltProjectId: string | null
  owner: string
  name: string
  branch: string
  /** null: the push failed. */
  sha: string | null
  /** The branch's previous commit, if known. */
  before: string | null
  message: string
  added: number
  modified: number
  deleted: number
  error: string | null
}

/** The project of a member ($1) by the builder's id ($2), else one linked to this repository ($3, $4), first by branch ($5). */
export const SYNCED_PROJECT = `
  select projects.id
    from app.synced_links as links
    join public.projects on projects.bolt_project_id = links.id
   where links.user_id = $1 and links.deleted_at is null
     and (links.bolt_project_id = $2
          or (lower(links.github_repo_owner) = lower($3) and lower(links.github_repo_name) = lower($4)))
   order by (links.bolt_project_id = $2) desc nulls last, (links.github_branch = $5) desc nulls last,
            links.last_sync_at desc nulls last
   limit 1`

/** For the named project, else one linked to this repository; null if the commit is already recorded. */
export async function insertOwnPush(
  sql: Sql,
  push: OwnPush,
): Promise<{ id: string; project_id: string | null } | null> {
  const { rows } = await sql.query<{ id: string; project_id: string | null }>(
    `with link as (${SYNCED_PROJECT}), pushed as (
       insert into public.push_records
         (user_id, project_id, repo_owner, repo_name, branch, commit_sha, commit_message,
          files_added, files_modified, files_deleted, succeeded, error, before_sha)
       select $1, (select id from link), $3, $4, $5, $6, left($7, 2000), $8, $9, $10, $6::text is not null, $11, $12
        where $6::text is null or not exists (
          select from public.push_records as known
           where known.user_id = $1 and known.commit_sha = $6 and known.branch = $5
             and lower(known.repo_owner) = lower($3) and lower(known.repo_name) = lower($4)
        )
       returning id, user_id, project_id, commit_message, succeeded, error,
                 files_added + files_modified + files_deleted as files
     ), noted as (
       insert into public.sync_events (user_id, project_id, push_id, direction, result, counts, message)
       select user_id, project_id, id, 'outward', case when succeeded then 'updated' else 'failed' end,
              jsonb_build_object('files', files), left(split_part(commit_message, e'\\n', 1), 200)
         from pushed where project_id is not null
     )
     select id, project_id from pushed`,
    [
      push.userId,
      push.boltProjectId,
      push.owner,
      push.name,
      push.branch,
      push.sha,
      push.message,
      push.added,
      push.modified,
      push.deleted,
      push.error,
      push.before,
    ],
  )

  return rows[0] ?? null
}

/** Connected members who link a repository but neither pushed to it nor own it. */
export async function otherLinkers(
  sql: Sql,
  { owner, name, pusherId, ownerId }: Pick<Push, 'owner' | 'name' | 'pusherId' | 'ownerId'>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ user_id: string }>(
    `select distinct connections.user_id
       from public.bolt_projects as links
       join public.github_integrations as connections using (user_id)
      where lower(links.github_repo_owner) = lower($1)
        and lower(links.github_repo_name) = lower($2)
        and links.deleted_at is null
        and connections.access_token is not null
        and connections.github_user_id is distinct from $3
        and connections.github_user_id is distinct from $4
      limit $5`,
    [owner, name, pusherId, ownerId, most],
  )

  return rows.map(({ user_id }) => user_id)
}

type Recorded = { id: string; user_id: string; project_id: string | null; is_own: boolean }
