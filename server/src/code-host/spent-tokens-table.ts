import type { Sql } from '@app/platform/db/database.ts'

/** What lost its tokens is worth a row only for its installation. */
export type Dropped = { cleared: number; deleted: number }

/** Tokens that GitHub no longer takes. */
export const dropTokensOf = (sql: Sql, userId: string, accessToken: string): Promise<Dropped> =>
  drop(sql, `user_id = $1 and access_token = $2`, [userId, accessToken])

/** Those that no renewal can bring back, so many at once. */
export const dropExpiredTokens = (sql: Sql, most: number): Promise<Dropped> =>
  drop(
    sql,
    `access_token is not null
     and expires_at < app.now()
     and (refresh_token is null or refresh_token_expires_at < app.now())
     limit $1`,
    [most],
  )

async function drop(sql: Sql, condition: string, values: unknown[]): Promise<Dropped> {
  const { rows } = await sql.query<Dropped>(
    `with spent as (
       select id, installation_id from public.github_integrations where ${condition} for update
     ), cleared as (
       update public.github_integrations
          set access_token = null, expires_at = null, refresh_token = null,
              refresh_token_expires_at = null, refreshing_until = null
        where id in (select id from spent where installation_id is not null)
       returning 1
     ), deleted as (
       delete from public.github_integrations
        where id in (select id from spent where installation_id is null)
       returning 1
     )
     select (select count(*)::int from cleared) as cleared,
            (select count(*)::int from deleted) as deleted`,
    values,
  )

  return rows[0] ?? { cleared: 0, deleted: 0 }
}
