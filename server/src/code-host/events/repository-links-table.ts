import type { Sql } from '@app/platform/db/database.ts'

export type RepositoryRef = { owner: string; name: string }

type RepositoryChange = {
  from: RepositoryRef
  isPublic: boolean
  senderId: number | null
  ownerId: number
  installationId: number | null
}

/**
 * A public repository's links are all updated. For a private one, only links of the user who changed it and of its owner with the app: a
 * link alone proves nothing.
 */
const AFFECTED = `
  lower(links.github_repo_owner) = lower($1) and lower(links.github_repo_name) = lower($2)
  and ($3 or links.user_id in (
    select user_id from public.github_integrations
     where github_user_id = $4 or (github_user_id = $5 and installation_id = $6)))`

const valuesOf = ({ from, isPublic, senderId, ownerId, installationId }: RepositoryChange) => [
  from.owner,
  from.name,
  isPublic,
  senderId,
  ownerId,
  installationId,
]

/** Includes deleted links, since they may be restored. Earlier pushes move too, because the renamed repository contains them. */
export async function moveLinks(
  sql: Sql,
  change: RepositoryChange,
  to: RepositoryRef & { url: string | null },
): Promise<void> {
  await sql.query(
    `with moved as (
       update public.bolt_projects as links
          set github_repo_owner = $7, github_repo_name = $8,
              github_repo_url = coalesce($9, links.github_repo_url)
        where ${AFFECTED}
       returning links.id, links.user_id
     ), followed as (
       update public.push_records set repo_owner = $7, repo_name = $8
        where lower(repo_owner) = lower($1) and lower(repo_name) = lower($2)
          and project_id in (
            select projects.id from public.projects join moved on moved.id = projects.bolt_project_id)
     )
     insert into public.sync_events (user_id, project_id, direction, result, message)
     select moved.user_id, projects.id, 'inward', 'updated',
            $1::text || '/' || $2::text || ' → ' || $7::text || '/' || $8::text
       from moved
       join public.projects on projects.bolt_project_id = moved.id`,
    [...valuesOf(change), to.owner, to.name, to.url],
  )
}

/** The link stays; its owner decides what to do with it. */
export async function recordDeletion(sql: Sql, change: RepositoryChange): Promise<void> {
  await sql.query(
    `insert into public.sync_events (user_id, project_id, direction, result, message)
     select links.user_id, projects.id, 'inward', 'deleted', $1::text || '/' || $2::text
       from public.bolt_projects as links
       join public.projects on projects.bolt_project_id = links.id
      where links.deleted_at is null and ${AFFECTED}`,
    valuesOf(change),
  )
}
