import type { CloneFinding } from '@app/contract/private-import-replies'
import type { Sql } from '@app/platform/db/database.ts'

// Each statement names the expected status, so a cancelled or lost import finds no row and stops.

/** A running import writes every few seconds; after this time its server counts as lost. */
const LEASE = `interval '30 seconds'`

/** Longer than a job may take; then the copy of a lost server is deleted. */
const MOST_UNFINISHED = `interval '6 minutes'`

const RUNNING = `status in ('reading', 'asking', 'creating', 'copying', 'public')`

type NewImport = {
  id: string
  userId: string
  source: string
  copy: string
  branch: string
  needsPro: boolean
  installationId: number
  githubUserId: number
}

/** Returns when the copy is deleted at the latest; null if the member already has a running import. */
export async function insertImport(sql: Sql, one: NewImport): Promise<Date | null> {
  const { rows } = await sql.query<{ delete_at: Date }>(
    `insert into public.temporary_clones
       (id, user_id, source_full_name, clone_full_name, branch, status, installation_id, github_user_id,
        needs_pro, delete_at, next_attempt_at)
     values ($1, $2, $3, $4, $5, 'reading', $6, $7, $8, app.now() + ${MOST_UNFINISHED}, app.now() + ${MOST_UNFINISHED})
     on conflict (user_id) where ${RUNNING} do nothing
     returning delete_at`,
    [
      one.id,
      one.userId,
      one.source,
      one.copy,
      one.branch,
      one.installationId,
      one.githubUserId,
      one.needsPro,
    ],
  )

  return rows[0]?.delete_at ?? null
}

export async function findRunning(sql: Sql, userId: string): Promise<string | null> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from public.temporary_clones where user_id = $1 and ${RUNNING}`,
    [userId],
  )

  return rows[0]?.id ?? null
}

export type Import = {
  id: string
  user_id: string
  source_full_name: string
  clone_full_name: string
  branch: string
  github_user_id: number
  accepted_commit: string | null
  installation_id: number | null
}

/** Claims it for one job; null if another has it, or if it ended. */
export async function beginImport(sql: Sql, id: string): Promise<Import | null> {
  const { rows } = await sql.query<Import>(
    `update public.temporary_clones set working_until = app.now() + ${LEASE}
      where id = $1 and status = 'reading' and user_id is not null
        and (working_until is null or working_until < app.now())
     returning id, user_id, source_full_name, clone_full_name, branch, accepted_commit,
               github_user_id::float8 as github_user_id, installation_id::float8 as installation_id`,
    [id],
  )

  return rows[0] ?? null
}

/** Releases it to another server. Returns false if something was created at GitHub, or it ended. */
export async function releaseImport(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.temporary_clones set working_until = null where id = $1 and status = 'reading'`,
    [id],
  )

  return rowCount > 0
}

/** Returns false if it is no longer wanted. */
export async function recordProgress(sql: Sql, id: string, files: Files): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.temporary_clones
        set files_done = coalesce($2, files_done), files_all = coalesce($3, files_all),
            working_until = app.now() + ${LEASE}
      where id = $1 and status in ('reading', 'creating', 'copying')`,
    [id, files?.done ?? null, files?.all ?? null],
  )

  return rowCount > 0
}

export type Files = { done: number; all: number } | null

type Searched = { commit: string; findings: readonly CloneFinding[]; files: number }

/** The member has ten minutes to answer. Nothing exists at GitHub yet. */
export const askAbout = (sql: Sql, id: string, searched: Searched): Promise<boolean> =>
  afterSearch(
    sql,
    id,
    searched,
    `status = 'asking', working_until = null, delete_at = app.now() + interval '10 minutes',
     next_attempt_at = app.now() + interval '10 minutes'`,
  )

/** From here on, a repository may exist at GitHub. */
export const beginCreating = (sql: Sql, id: string, searched: Searched): Promise<boolean> =>
  afterSearch(sql, id, searched, `status = 'creating', working_until = app.now() + ${LEASE}`)

async function afterSearch(
  sql: Sql,
  id: string,
  { commit, findings, files }: Searched,
  changes: string,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.temporary_clones
        set ${changes}, commit_sha = $2, findings = $3::jsonb, files_done = 0, files_all = $4
      where id = $1 and status = 'reading'`,
    [id, commit, JSON.stringify(findings), files],
  )

  return rowCount > 0
}

/** Whether the accepted findings need Pro, or why none were accepted. */
export async function acceptFindings(
  sql: Sql,
  id: string,
  userId: string,
): Promise<{ needsPro: boolean } | 'not_asking' | 'missing'> {
  const { rows } = await sql.query<{ is_accepted: boolean; needs_pro: boolean }>(
    `with accepted as (
       update public.temporary_clones
          set status = 'reading', accepted_commit = commit_sha,
              delete_at = app.now() + ${MOST_UNFINISHED}, next_attempt_at = app.now() + ${MOST_UNFINISHED}
        where id = $1 and user_id = $2 and status = 'asking'
       returning id
     )
     select exists (select from accepted) as is_accepted, needs_pro
       from public.temporary_clones where id = $1 and user_id = $2`,
    [id, userId],
  )
  const [row] = rows
  if (!row) return 'missing'

  return row.is_accepted ? { needsPro: row.needs_pro } : 'not_asking'
}

/** Stored even if the import is no longer wanted, because deletion uses the id. */
export async function recordRepository(sql: Sql, id: string, repositoryId: number) {
  const { rows } = await sql.query<{ status: string }>(
    `update public.temporary_clones
        set github_repo_id = $2, status = case when status = 'creating' then 'copying' else status end,
            working_until = app.now() + ${LEASE}
      where id = $1
     returning status`,
    [id, repositoryId],
  )

  return rows[0]?.status === 'copying'
}

/** Called before GitHub, so that the minute starts before the copy is public. */
export async function planPublication(sql: Sql, id: string): Promise<Date | null> {
  const { rows } = await sql.query<{ delete_at: Date }>(
    `update public.temporary_clones
        set made_public_at = app.now(), delete_at = app.now() + interval '1 minute',
            next_attempt_at = app.now() + interval '1 minute', working_until = app.now() + ${LEASE}
      where id = $1 and status = 'copying' and user_id is not null
     returning delete_at`,
    [id],
  )

  return rows[0]?.delete_at ?? null
}

/** Also added to the history of the linked project. */
export async function recordPublic(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `with published as (
       update public.temporary_clones
          set status = 'public', files_done = coalesce(files_all, 0), working_until = null
        where id = $1 and status = 'copying'
       returning user_id, source_full_name, files_all
     ), noted as (
       insert into public.sync_events (user_id, project_id, direction, result, counts)
       select published.user_id, projects.id, 'inward', 'updated', jsonb_build_object('files', published.files_all)
         from published
         join app.synced_links as links
           on links.user_id = published.user_id and links.deleted_at is null
          and lower(links.github_repo_owner) = lower(split_part(published.source_full_name, '/', 1))
          and lower(links.github_repo_name) = lower(split_part(published.source_full_name, '/', 2))
         join public.projects on projects.bolt_project_id = links.id
        order by links.last_sync_at desc nulls last
        limit 1
     )
     select from published`,
    [id],
  )

  return rowCount > 0
}

/** Before the repository was created, nothing must be deleted. */
const FAILED = `
  set status = 'failed', working_until = null, delete_at = least(delete_at, app.now()), next_attempt_at = app.now(),
      deleted_at = case when status in ('reading', 'asking') then app.now() end`

export async function failImport(sql: Sql, id: string, code: string): Promise<void> {
  await sql.query(
    `update public.temporary_clones ${FAILED}, error_code = $2
      where id = $1 and status in ('reading', 'creating', 'copying')`,
    [id, code],
  )
}

/** Fails imports of lost servers and unanswered confirmations. */
export async function failLost(sql: Sql): Promise<void> {
  await sql.query(
    `update public.temporary_clones ${FAILED},
            error_code = case when status = 'asking' then 'cancelled' else 'server_stopped' end
      where (status in ('reading', 'creating', 'copying') and working_until < app.now())
         or (status in ('reading', 'asking') and delete_at <= app.now())`,
  )
}
