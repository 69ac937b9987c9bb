import type { Sql } from '@app/platform/db/database.ts'
import type { SealedTokens } from './connections-table.ts'

// Every statement names the pair it was meant for by its sealed access token, which no two pairs
// share: whoever comes late, after a renewal or a new connection, changes nothing.

/** Longer than GitHub is waited for, short enough that a dead server's lease soon ends. */
const LEASE = `interval '20 seconds'`

/** True for the one who may ask GitHub, among all servers. */
export async function claimRenewal(sql: Sql, userId: string, stale: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.github_integrations set refreshing_until = app.now() + ${LEASE}
      where user_id = $1 and access_token = $2
        and (refreshing_until is null or refreshing_until <= app.now())`,
    [userId, stale],
  )

  return rowCount > 0
}

export async function releaseRenewal(sql: Sql, userId: string, stale: string): Promise<void> {
  await sql.query(
    `update public.github_integrations set refreshing_until = null
      where user_id = $1 and access_token = $2`,
    [userId, stale],
  )
}

/** Both halves in one statement: GitHub has ended the old ones. False: nobody has that pair any more. */
export async function replaceTokens(
  sql: Sql,
  userId: string,
  stale: string,
  tokens: SealedTokens,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update public.github_integrations
        set access_token = $3, expires_at = $4, refresh_token = $5, refresh_token_expires_at = $6,
            refreshing_until = null
      where user_id = $1 and access_token = $2`,
    [
      userId,
      stale,
      tokens.accessToken,
      tokens.expiresAt,
      tokens.refreshToken,
      tokens.refreshTokenExpiresAt,
    ],
  )

  return rowCount > 0
}
