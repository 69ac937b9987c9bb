import type { RepositoriesReply, ResultCounts } from '@app/contract/admin-operations-replies'
import type { Sql } from '@app/platform/db/database.ts'
import { isUuid } from '@app/platform/db/uuid.ts'

const BY_ID = 'person.id = $1::uuid'
const BY_WORDS = `person.id in (
  select id from public.users where lower(email) = $1
   union select user_id from public.github_integrations where lower(github_username) = $1)`

/** Finds by complete address, GitHub login or id. */
export async function findMember(
  sql: Sql,
  words: string,
): Promise<RepositoriesReply['member'] | null> {
  const { rows } = await sql.query<RepositoriesReply['member']>(
    `select person.id, person.email,
            (select github_username from public.github_integrations where user_id = person.id limit 1) as login,
            (select count(*)::int from public.bolt_projects as link
              where link.user_id = person.id and link.deleted_at is null
                and link.github_repo_owner is not null and link.github_repo_name is not null) as "linkCount"
       from public.users as person
      where ${isUuid(words) ? BY_ID : BY_WORDS}
      limit 1`,
    [words],
  )

  return rows[0] ?? null
}

/** The time in the audit log. Checks that were refused do not count. */
export async function lastCheckOf(
  sql: Sql,
  userId: string,
): Promise<RepositoriesReply['lastCheck']> {
  const { rows } = await sql.query<{ at: Date; by: string | null; counts: ResultCounts }>(
    `select line.created_at as at, actor.email as by, line.details as counts
       from public.audit_log as line
       left join public.users as actor on actor.id = line.actor_id
      where line.subject_type = 'user' and line.subject_id = $1 and line.action = 'repositories_checked'
        and not line.details ? 'refused'
      order by line.created_at desc
      limit 1`,
    [userId],
  )
  const [last] = rows

  return last ? { ...last, at: last.at.toISOString() } : null
}

export type LinkedRepository = { repository: string; is_private: boolean }

/** Most recently synced first, each repository once. */
export async function linkedTo(sql: Sql, userId: string): Promise<LinkedRepository[]> {
  const { rows } = await sql.query<LinkedRepository>(
    `select repository, is_private from (
       select distinct on (lower(github_repo_owner), lower(github_repo_name))
              github_repo_owner || '/' || github_repo_name as repository, is_private, last_sync_at, created_at
         from app.synced_links
        where user_id = $1 and deleted_at is null and github_repo_owner is not null and github_repo_name is not null
        order by lower(github_repo_owner), lower(github_repo_name), last_sync_at desc nulls last
     ) as linked
      order by last_sync_at desc nulls last, created_at desc`,
    [userId],
  )

  return rows
}
