import type { Sql } from '@app/platform/db/database.ts'

export type Place = { owner: string; name: string }

type Happening = {
  from: Place
  isPublic: boolean
  doerId: number | null
  ownerId: number
  installationId: number | null
}

/**
 * Everybody may know what happens to a public repository. Of a private one learns who did it, and its
 * owner where he let us in: a link alone proves nothing.
 */
const TOLD = `
  lower(links.github_repo_owner) = lower($1) and lower(links.github_repo_name) = lower($2)
  and ($3 or links.user_id in (
    select user_id from public.github_integrations
     where github_user_id = $4 or (github_user_id = $5 and installation_id = $6)))`

const toldOf = ({ from, isPublic, doerId, ownerId, installationId }: Happening) => [
  from.owner,
  from.name,
  isPublic,
  doerId,
  ownerId,
  installationId,
]

/** Unlinked ones too, since they may be restored. */
export async function moveLinks(
  sql: Sql,
  happening: Happening,
  to: Place & { url: string | null },
): Promise<void> {
  await sql.query(
    `with moved as (
       update public.bolt_projects as links
          set github_repo_owner = $7, github_repo_name = $8,
              github_repo_url = coalesce($9, links.github_repo_url)
        where ${TOLD}
       returning links.id, links.user_id
     )
     insert into public.sync_events (user_id, project_id, direction, result, message)
     select moved.user_id, projects.id, 'inward', 'updated',
            $1::text || '/' || $2::text || ' → ' || $7::text || '/' || $8::text
       from moved
       join public.projects on projects.bolt_project_id = moved.id`,
    [...toldOf(happening), to.owner, to.name, to.url],
  )
}

/** The link stays: what to do with it is for its owner to say. */
export async function recordDeletion(sql: Sql, happening: Happening): Promise<void> {
  await sql.query(
    `insert into public.sync_events (user_id, project_id, direction, result, message)
     select links.user_id, projects.id, 'inward', 'deleted', $1::text || '/' || $2::text
       from public.bolt_projects as links
       join public.projects on projects.bolt_project_id = links.id
      where links.deleted_at is null and ${TOLD}`,
    toldOf(happening),
  )
}
