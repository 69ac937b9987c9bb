import type { Language } from '@app/contract/languages'
import type { Sql } from '@app/platform/db/database.ts'

/** After these tries only the member can delete it. */
export const MOST_ATTEMPTS = 12

/** Longer than a try usually takes. Concurrent deletions are harmless, since a repository is deleted once. */
const LEASE = `interval '6 seconds'`

export type Copy = {
  id: string
  user_id: string | null
  clone_full_name: string
  /** A string, because it may be larger than a number holds. */
  github_repo_id: string | null
  installation_id: number | null
  was_public: boolean
  /** Its import is running, and may be creating the repository now. */
  is_in_work: boolean
}

/** Claims the deletion for one caller at a time. `isForced` ignores the time of the last try. */
export async function claimDeletion(
  sql: Sql,
  id: string,
  { isForced }: { isForced: boolean },
): Promise<Copy | null> {
  const { rows } = await sql.query<Copy>(
    `update public.temporary_clones
        set next_attempt_at = app.now() + ${LEASE},
            status = case when status = 'failed' then status else 'deleting' end
      where id = $1 and deleted_at is null and delete_at <= app.now()
        and ($2 or (next_attempt_at <= app.now() and attempts < ${MOST_ATTEMPTS}))
     returning id, user_id, clone_full_name, github_repo_id::text, installation_id::float8 as installation_id,
               made_public_at is not null as was_public,
               coalesce(working_until > app.now(), false) as is_in_work`,
    [id, isForced],
  )

  return rows[0] ?? null
}

/**
 * A copy that its member deletes becomes due now. Before the repository was created, nothing must be deleted. Returns false if the member
 * has no such import.
 */
export async function cancelImport(sql: Sql, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `with cancelled as (${CANCEL} where id = $1 and user_id = $2 and deleted_at is null)
     select from public.temporary_clones where id = $1 and user_id = $2`,
    [id, userId],
  )

  return rows.length > 0
}

/** For any member. Returns false if nothing remains of it. */
export async function cancelAnyImport(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(`${CANCEL} where id = $1 and deleted_at is null`, [id])

  return rowCount > 0
}

const CANCEL = `
  update public.temporary_clones
     set delete_at = least(delete_at, app.now()), next_attempt_at = least(next_attempt_at, app.now()),
         deleted_at = case when status in ('reading', 'asking') then app.now() else deleted_at end,
         status = case
           when status in ('reading', 'asking') then 'deleted'
           when status in ('creating', 'copying', 'public') then 'deleting'
           else status
         end`

/** Cancels all of a member's undeleted imports. */
export async function cancelImportsOf(sql: Sql, userId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; deleted_at: Date | null }>(
    `${CANCEL} where user_id = $1 and deleted_at is null returning id, deleted_at`,
    [userId],
  )

  return rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)
}

/** Copies in this GitHub account that no connection can delete any more. */
export async function cancelImportsIn(sql: Sql, githubUserId: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; deleted_at: Date | null }>(
    `${CANCEL}
      where github_user_id = $1 and deleted_at is null
        and not exists (
          select from public.github_integrations as connection
           where connection.user_id = temporary_clones.user_id and connection.access_token is not null
        )
     returning id, deleted_at`,
    [githubUserId],
  )

  return rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)
}

export async function isDeleted(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await sql.query(
    'select from public.temporary_clones where id = $1 and deleted_at is null',
    [id],
  )

  return rows.length === 0
}

export async function recordDeletion(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update public.temporary_clones
        set deleted_at = app.now(), last_error = null,
            status = case when status = 'failed' then status else 'deleted' end
      where id = $1 and deleted_at is null`,
    [id],
  )
}

/** Delays of 5 s, 10 s, 20 s and so on. Returns the next try's time; null after the last. */
export async function postponeDeletion(sql: Sql, id: string, error: string): Promise<Date | null> {
  const { rows } = await sql.query<{ next_attempt_at: Date; attempts: number }>(
    `update public.temporary_clones
        set attempts = attempts + 1, last_error = $2,
            next_attempt_at = app.now() + interval '5 seconds' * power(2, least(attempts, ${MOST_ATTEMPTS}))
      where id = $1 and deleted_at is null
     returning next_attempt_at, attempts`,
    [id, error],
  )
  const [row] = rows

  return row && row.attempts < MOST_ATTEMPTS ? row.next_attempt_at : null
}

/** A missing repository may still appear while its import is running. */
export async function waitForImport(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update public.temporary_clones set next_attempt_at = coalesce(working_until, app.now()) where id = $1`,
    [id],
  )
}

/** The time of the next try; null: deleted, or tried often enough. */
export async function nextTryAt(sql: Sql, id: string): Promise<Date | null> {
  const { rows } = await sql.query<{ next_attempt_at: Date }>(
    `select next_attempt_at from public.temporary_clones
      where id = $1 and deleted_at is null and attempts < ${MOST_ATTEMPTS}`,
    [id],
  )

  return rows[0]?.next_attempt_at ?? null
}

/** `isForced` includes those that were just tried. */
export async function listDue(sql: Sql, { isForced }: { isForced: boolean }): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from public.temporary_clones
      where deleted_at is null and delete_at <= app.now() and attempts < ${MOST_ATTEMPTS}
        and ($1 or next_attempt_at <= app.now())
      order by next_attempt_at limit 100`,
    [isForced],
  )

  return rows.map(({ id }) => id)
}

/** Public copies that are not yet due by the clock. `isAhead`: published in the future, because the clock was set back. */
export async function listPublic(sql: Sql): Promise<{ id: string; isAhead: boolean }[]> {
  const { rows } = await sql.query<{ id: string; isAhead: boolean }>(
    `select id, made_public_at > app.now() + interval '1 second' as "isAhead"
       from public.temporary_clones
      where deleted_at is null and made_public_at is not null and delete_at > app.now()
      limit 1000`,
  )

  return rows
}

/** Makes them due now, independent of the clock. */
export async function expireCopies(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `update public.temporary_clones
        set delete_at = least(delete_at, app.now()), next_attempt_at = least(next_attempt_at, app.now())
      where id = any($1::uuid[]) and deleted_at is null`,
    [ids],
  )
}

/** The time until the next try, at most until an import counts as lost; null: none. */
export async function nextDueMs(sql: Sql): Promise<number | null> {
  const { rows } = await sql.query<{ in_ms: number | null }>(
    `select (extract(epoch from min(least(next_attempt_at, working_until)) - app.now()) * 1000)::float8 as in_ms
       from public.temporary_clones where deleted_at is null and attempts < ${MOST_ATTEMPTS}`,
  )

  return rows[0]?.in_ms ?? null
}

/** Overdue for ten minutes, and not yet reported. */
export async function listUnreported(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from public.temporary_clones
      where deleted_at is null and reported_at is null and user_id is not null
        and delete_at < app.now() - interval '10 minutes'
      limit 100`,
  )

  return rows.map(({ id }) => id)
}

export type Report = { clone_full_name: string; email: string | null; language: Language }

/** Once per copy. */
export async function claimReport(sql: Sql, id: string): Promise<Report | null> {
  const { rows } = await sql.query<Report>(
    `update public.temporary_clones as copy set reported_at = app.now()
       from public.users
      where copy.id = $1 and users.id = copy.user_id and copy.reported_at is null and copy.deleted_at is null
     returning clone_full_name, users.email, users.language`,
    [id],
  )

  return rows[0] ?? null
}

/** Counted as in the admins' list, plus those that nobody here can delete. */
export async function countOverdue(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from public.temporary_clones
      where deleted_at is null and (reported_at is not null or delete_at < app.now() - interval '2 minutes')`,
  )

  return rows[0]?.count ?? 0
}
