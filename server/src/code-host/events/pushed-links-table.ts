import type { Sql } from '@app/platform/db/database.ts'

export type PushedProject = {
  userId: string
  /** The builder's id of the project. */
  boltProjectId: string
  /** null: use the repository's name. */
  projectName: string | null
  owner: string
  name: string
  branch: string
}

/**
 * Links a pushed project if unlinked, because the first push must not wait for the extension's list. The list later sets name and
 * repository, because the extension treats a link without a digest as new.
 */
export async function linkPushedProject(sql: Sql, pushed: PushedProject): Promise<void> {
  const { userId, boltProjectId, projectName, owner, name, branch } = pushed
  const target = [userId, boltProjectId, owner, name, branch]
  const { rows } = await sql.query(COMPLETE, target)
  if (rows.length > 0) return

  const created = await sql.query(CREATE, [...target, projectName?.trim() || name])
  if (created.rows.length > 0) await sql.query('select app.refuse_too_many_links($1)', [userId])
}

/**
 * The link with this id gets a repository if it had none. A deleted link is restored, unless the extension knew it and reports nothing new. Then the member unlinked it on the website.
 */
const COMPLETE = `
  with known as (
    select id from public.bolt_projects where user_id = $1 and bolt_project_id = $2
  ), changed as (
    update public.bolt_projects as links
       set github_repo_owner = $3, github_repo_name = $4, github_branch = $5,
           last_sync_at = app.now(), deleted_at = null
      from known
     where links.id = known.id
       and case
             when links.deleted_at is null then links.github_repo_name is null
             else links.extension_digest is null
                  or lower(links.github_repo_owner) is distinct from lower($3)
                  or lower(links.github_repo_name) is distinct from lower($4)
                  or coalesce(links.github_branch, $5) <> $5
           end
  )
  select from known`

/** Not created beside another link with this branch, which belongs to the same project. */
const CREATE = `
  insert into public.bolt_projects
    (user_id, bolt_project_id, github_repo_owner, github_repo_name, github_branch, project_name, last_sync_at)
  select $1, $2, $3, $4, $5, left($6, 200), app.now()
   where not exists (
     select from public.bolt_projects as links
      where links.user_id = $1 and links.deleted_at is null
        and lower(links.github_repo_owner) = lower($3) and lower(links.github_repo_name) = lower($4)
        and coalesce(links.github_branch, $5) = $5
   )
  on conflict (user_id, bolt_project_id) do nothing
  returning id`
