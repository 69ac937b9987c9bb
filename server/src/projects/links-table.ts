import type { SyncedProject } from '@app/contract/project-sync'
import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import type { Sent } from './read-sent.ts'

export type Link = Omit<SyncedProject, 'last_modified'> & {
  last_modified: Date | null
  deleted_at: Date | null
  /** The digest of the extension's last version; null if it never sent one, or dropped the link. */
  extension_digest: string | null
}

export const LINK_COLUMNS = `
  links.id, links.bolt_project_id, links.project_name, links.project_description,
  links.github_repo_owner, links.github_repo_name, links.github_branch, links.github_repo_url,
  links.is_private, links.last_modified, links.deleted_at, links.extension_digest`

/** Many rows in one parameter. The table derives their addresses from owner and name. */
const SENT = `
  jsonb_to_recordset($2::jsonb) as sent (
    id uuid, digest text, bolt_project_id text, project_name text, project_description text,
    github_repo_owner text, github_repo_name text, github_branch text, is_private boolean,
    last_modified timestamptz)`

const MOST_AT_ONCE = 10_000

export async function listLinks(sql: Sql, userId: string): Promise<Link[]> {
  const { rows } = await sql.query<Link>(
    `select ${LINK_COLUMNS} from public.bolt_projects as links
      where user_id = $1 and deleted_at is null
      order by created_at desc
      limit ${MOST_AT_ONCE}`,
    [userId],
  )

  return rows
}

export async function insertLinks(
  sql: Sql,
  userId: string,
  sent: readonly Sent[],
): Promise<Link[]> {
  if (sent.length === 0) return []
  const { rows } = await sql.query<Link>(
    `insert into public.bolt_projects as links
       (user_id, bolt_project_id, project_name, project_description, github_repo_owner,
        github_repo_name, github_branch, is_private, last_modified, last_sync_at, extension_digest)
     select $1, bolt_project_id, project_name, project_description, github_repo_owner,
            github_repo_name, github_branch, coalesce(is_private, true), last_modified, app.now(),
            digest
       from ${SENT}
     on conflict (user_id, bolt_project_id) do nothing
     returning ${LINK_COLUMNS}`,
    [userId, JSON.stringify(sent.map(({ project, digest }) => ({ ...project, digest })))],
  )

  return rows
}

/** Throws if a member has too many links, because the table does not check the server's inserts. */
export async function refuseTooManyLinks(sql: Sql, userId: string): Promise<void> {
  await sql.query('select app.refuse_too_many_links($1)', [userId])
}

type Matched = { sent: Sent; known: Link }

/** Absent fields stay unchanged. A deleted link is restored. */
export async function writeLinks(
  sql: Sql,
  userId: string,
  matched: readonly Matched[],
): Promise<Link[]> {
  if (matched.length === 0) return []
  const { rows } = await sql.query<Link>(
    `update public.bolt_projects as links
        set project_name = sent.project_name,
            project_description = coalesce(sent.project_description, links.project_description),
            github_repo_owner = coalesce(sent.github_repo_owner, links.github_repo_owner),
            github_repo_name = coalesce(sent.github_repo_name, links.github_repo_name),
            github_branch = coalesce(sent.github_branch, links.github_branch),
            is_private = coalesce(sent.is_private, links.is_private),
            last_modified = coalesce(sent.last_modified, links.last_modified),
            last_sync_at = app.now(), extension_digest = sent.digest, deleted_at = null
       from ${SENT}
      where links.id = sent.id and links.user_id = $1
     returning ${LINK_COLUMNS}`,
    [userId, JSON.stringify(matched.map(asRow))],
  )

  return rows
}

const asRow = ({ sent: { project, digest }, known }: Matched) => ({
  ...project,
  digest,
  id: known.id,
})

/** For links that became equal without a change: the extension now knows them. */
export async function writeDigests(
  sql: Sql,
  userId: string,
  agreed: readonly Matched[],
): Promise<void> {
  if (agreed.length === 0) return
  await sql.query(
    `update public.bolt_projects as links
        set last_sync_at = app.now(), extension_digest = sent.digest
       from ${SENT}
      where links.id = sent.id and links.user_id = $1`,
    [userId, JSON.stringify(agreed.map(({ sent: { digest }, known: { id } }) => ({ id, digest })))],
  )
}

/** Small enough that members who write a link of the portion hardly wait. */
const MOVED_AT_ONCE = 500

/** Sets the code host's URL. The URLs of links depend on it and are updated in portions. */
export async function useCodeHost(db: Database, webUrl: string): Promise<void> {
  // Runs as the server: no API role may change the setting, and it updates all members' links.
  await db.ask(theServer, { text: 'select app.change_code_host($1)', values: [webUrl] })
  for (let isLeft = true; isLeft; ) {
    const { rows } = await db.ask<{ left: boolean }>(theServer, {
      text: 'select app.follow_code_host($1) as left',
      values: [MOVED_AT_ONCE],
    })
    isLeft = rows[0]?.left === true
  }
}
