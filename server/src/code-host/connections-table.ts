import type { Sql } from '@app/platform/db/database.ts'

/** A row of github_integrations, with its tokens as they lie there: sealed. */
export type Connection = {
  user_id: string
  installation_id: number | null
  access_token: string | null
  expires_at: Date | null
  refresh_token: string | null
  refresh_token_expires_at: Date | null
  github_username: string | null
  github_user_id: number | null
  scopes: string[]
  last_used_at: Date | null
}

const COLUMNS = `
  user_id, installation_id::float8 as installation_id, access_token, expires_at, refresh_token,
  refresh_token_expires_at, github_username, github_user_id::float8 as github_user_id,
  coalesce(scopes, '{}') as scopes, last_used_at`

export type SealedTokens = {
  accessToken: string
  expiresAt: Date | null
  refreshToken: string | null
  refreshTokenExpiresAt: Date | null
}

export async function findConnection(sql: Sql, userId: string): Promise<Connection | null> {
  const { rows } = await sql.query<Connection>(
    `select ${COLUMNS} from public.github_integrations where user_id = $1`,
    [userId],
  )

  return rows[0] ?? null
}

type NewConnection = SealedTokens & {
  userId: string
  githubUserId: number
  username: string
  avatarUrl: string | null
  scopes: string[]
  installationId: number | null
}

/** Whoever connects again, perhaps with another GitHub account, replaces what was there. */
export async function upsertConnection(sql: Sql, connection: NewConnection): Promise<void> {
  await sql.query(
    `insert into public.github_integrations
       (user_id, access_token, expires_at, refresh_token, refresh_token_expires_at, github_user_id,
        github_username, avatar_url, scopes, installation_id, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, app.now())
     on conflict (user_id, integration_type) do update
        set access_token = excluded.access_token, expires_at = excluded.expires_at,
            refresh_token = excluded.refresh_token,
            refresh_token_expires_at = excluded.refresh_token_expires_at,
            refreshing_until = null, github_user_id = excluded.github_user_id,
            github_username = excluded.github_username, avatar_url = excluded.avatar_url,
            scopes = excluded.scopes, installation_id = excluded.installation_id,
            last_used_at = excluded.last_used_at`,
    [
      connection.userId,
      connection.accessToken,
      connection.expiresAt,
      connection.refreshToken,
      connection.refreshTokenExpiresAt,
      connection.githubUserId,
      connection.username,
      connection.avatarUrl,
      connection.scopes,
      connection.installationId,
    ],
  )
}

export async function stampUse(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    `update public.github_integrations set last_used_at = app.now() where user_id = $1`,
    [userId],
  )
}

/** Only for the GitHub account that was asked about: meanwhile another may have been connected. */
export async function keepInstallation(
  sql: Sql,
  { user_id, github_user_id }: Connection,
  installationId: number | null,
): Promise<void> {
  await sql.query(
    `update public.github_integrations set installation_id = $3
      where user_id = $1 and github_user_id = $2`,
    [user_id, github_user_id, installationId],
  )
}

export async function deleteConnection(sql: Sql, userId: string): Promise<Connection | null> {
  const { rows } = await sql.query<Connection>(
    `delete from public.github_integrations where user_id = $1 returning ${COLUMNS}`,
    [userId],
  )

  return rows[0] ?? null
}
