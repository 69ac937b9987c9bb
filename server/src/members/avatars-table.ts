import type { Sql } from '@app/platform/db/database.ts'

/** The provider's avatar for a member without an avatar. Not read from user metadata, which members can write. */
export async function findProviderAvatar(sql: Sql, userId: string): Promise<string | null> {
  const { rows } = await sql.query<{ url: string | null }>(
    `select coalesce(
              (select identity_data ->> 'avatar_url' from auth.identities
                where user_id = $1 and provider in ('github', 'google')
                  and identity_data ->> 'avatar_url' is not null
                order by last_sign_in_at desc nulls last limit 1),
              (select avatar_url from public.github_integrations where user_id = $1)
            ) as url
       from public.users
      where id = $1 and avatar_url is null and deleted_at is null`,
    [userId],
  )

  return rows[0]?.url ?? null
}

/** Does nothing if the member has chosen one in the meantime. */
export async function setAvatar(sql: Sql, userId: string, url: string): Promise<void> {
  await sql.query(`update public.users set avatar_url = $2 where id = $1 and avatar_url is null`, [
    userId,
    url,
  ])
}
