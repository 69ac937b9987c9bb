import type { Sql, Statement } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { sessionEnded } from '@app/platform/db/require-signed-in.ts'
import { LINK_COLUMNS, type Link } from './links-table.ts'

/** Finds projects by the builder's ids. */
export type Naming = {
  sentIds: readonly string[]
  /** Includes unreadable projects, because they are not absent. */
  ids: readonly string[]
  /** The client's last sync; null: unnamed links were not deleted. */
  lastSync: Date | null
}

export type NamedLinks = {
  /** Includes deleted links. */
  named: Link[]
  /** Whether the extension dropped some. */
  hasAbsent: boolean
}

/**
 * Locks a member's links, marks the named ones as seen and returns them. Throws if the session has ended; null if another server syncs the
 * same links.
 */
export async function findNamedLinks(
  ask: (statements: readonly Statement[]) => Promise<readonly { rows: object[] }[]>,
  member: Member,
  { sentIds, ids, lastSync }: Naming,
): Promise<NamedLinks | null> {
  const [lock, found, absent] = await ask([
    { text: LOCK, values: [member.id, member.sessionId, `links of ${member.id}`] },
    { text: FIND, values: [member.id, sentIds] },
    { text: FIND_ABSENT, values: [member.id, ids, lastSync] },
  ])
  const tried = lock?.rows[0] as { isSignedIn: boolean; isLocked: boolean } | undefined
  if (!tried?.isSignedIn) throw sessionEnded()
  if (!tried.isLocked) return null

  return { named: (found?.rows ?? []) as Link[], hasAbsent: absent?.rows.length === 1 }
}

/** The second statement, sent together with this one, marks links only if this one allows it. */
const LOCK = `
  select "isSignedIn", "isLocked", set_config('app.may_sync', ("isSignedIn" and "isLocked")::text, true)
    from (select auth.is_signed_in($1, $2) as "isSignedIn",
                 pg_try_advisory_xact_lock(hashtextextended($3, 0)) as "isLocked") as tried`

const FIND = `
  with named as (
    select ${LINK_COLUMNS} from public.bolt_projects as links
     where user_id = $1 and bolt_project_id = any ($2::text[]) and current_setting('app.may_sync') = 'true'
  ), seen as (
    insert into app.link_seen (link_id, seen_at)
    select id, app.now() from named where deleted_at is null
    on conflict (link_id) do update set seen_at = excluded.seen_at
  )
  select * from named`

/**
 * The extension knew the link, and no client changed or named it since this client's last sync. Uses a subquery, because `<> all` would
 * compare each link with each id.
 */
const IS_ABSENT = `
  user_id = $1 and $3::timestamptz is not null and deleted_at is null and extension_digest is not null
  and bolt_project_id not in (select unnest($2::text[]))
  and greatest(created_at, updated_at, (select seen_at from app.link_seen where link_id = links.id))
      < least($3::timestamptz, app.now())`

const FIND_ABSENT = `select from public.bolt_projects as links where ${IS_ABSENT} limit 1`

/** Without a digest, a link is restored when it is sent again. */
export async function deleteAbsent(
  sql: Sql,
  userId: string,
  { ids, lastSync }: Naming,
): Promise<Pick<Link, 'id' | 'bolt_project_id'>[]> {
  const { rows } = await sql.query<Pick<Link, 'id' | 'bolt_project_id'>>(
    `update public.bolt_projects as links set deleted_at = app.now(), extension_digest = null
      where ${IS_ABSENT}
     returning id, bolt_project_id`,
    [userId, ids, lastSync],
  )

  return rows
}
