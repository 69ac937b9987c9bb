import type { Sql } from '@app/platform/db/database.ts'

/** A row of github_integrations, with sealed tokens. */
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
  /** The client id of the app it was made with; null: the first. */
  github_app: string | null
}

const COLUMNS = `
  user_id, installation_id::float8 as installation_id, access_token, expires_at, refresh_token,
  refresh_token_expires_at, github_username, github_user_id::float8 as github_user_id,
  coalesce(scopes, '{}') as scopes, last_used_at, github_app`

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
  githubApp: string | null
}

const INSERT = `
  insert into public.github_integrations
    (user_id, access_token, expires_at, refresh_token, refresh_token_expires_at, github_user_id,
     github_username, avatar_url, scopes, installation_id, github_app, last_used_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, app.now())`

const valuesOf = (connection: NewConnection) => [
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
  connection.githubApp,
]

/** Returns false if the member already has a connection, which stays. */
export async function insertConnection(sql: Sql, connection: NewConnection): Promise<boolean> {
  const { rowCount } = await sql.query(
    `${INSERT} on conflict (user_id, integration_type) do nothing`,
    valuesOf(connection),
  )

  return rowCount === 1
}

export async function hasDisconnected(sql: Sql, userId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from public.analytics where user_id = $1 and name = 'github_disconnected' limit 1`,
    [userId],
  )

  return rows.length > 0
}

/** Connecting again replaces the row; with another GitHub account it is a new connection. */
export async function upsertConnection(sql: Sql, connection: NewConnection): Promise<void> {
  await sql.query(
    `${INSERT}
     on conflict (user_id, integration_type) do update
        set access_token = excluded.access_token, expires_at = excluded.expires_at,
            refresh_token = excluded.refresh_token,
            refresh_token_expires_at = excluded.refresh_token_expires_at,
            refreshing_until = null, github_user_id = excluded.github_user_id,
            github_username = excluded.github_username, avatar_url = excluded.avatar_url,
            scopes = excluded.scopes, installation_id = excluded.installation_id,
            github_app = excluded.github_app,
            last_used_at = excluded.last_used_at,
            created_at = case
              when github_integrations.github_user_id = excluded.github_user_id
                then github_integrations.created_at
              else app.now()
            end`,
    valuesOf(connection),
  )
}

export async function stampUse(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    `update public.github_integrations set last_used_at = app.now() where user_id = $1`,
    [userId],
  )
}

/** Only if the member is still connected to this GitHub account. */
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

/** The app by its client id, and the one that connections without a name belong to. */
type AppName = { id: string; first: string }

/** Whether any member is connected to this GitHub account by this app. */
export async function isConnectedElsewhere(
  sql: Sql,
  githubUserId: number | null,
  app: AppName,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.github_integrations
      where github_user_id = $1 and access_token is not null and coalesce(github_app, $2) = $3
      limit 1`,
    [githubUserId, app.first, app.id],
  )

  return rowCount > 0
}

type Tokens = { user_id: string; access_token: string }

/** One GitHub account may be connected to several of our accounts. */
export async function tokensOfAccount(sql: Sql, githubUserId: number): Promise<Tokens[]> {
  const { rows } = await sql.query<Tokens>(
    `select user_id, access_token from public.github_integrations
      where github_user_id = $1 and access_token is not null`,
    [githubUserId],
  )

  return rows
}

/** An installation on the account itself replaces the stored one; a team's is only stored if none was. */
export async function addInstallation(
  sql: Sql,
  { installationId, githubUserId, isOwn, app }: InstallationFact,
): Promise<void> {
  await sql.query(
    `update public.github_integrations set installation_id = $1
      where github_user_id = $2 and (installation_id is null or $3)
        and ($5::text is null or coalesce(github_app, $4::text) = $5::text)`,
    [installationId, githubUserId, isOwn, app?.first ?? null, app?.id ?? null],
  )
}

type InstallationFact = {
  installationId: number
  githubUserId: number
  isOwn: boolean
  /** null: unknown, which is any. */
  app: AppName | null
}

export async function removeInstallation(sql: Sql, installationId: number): Promise<void> {
  await sql.query(
    `update public.github_integrations set installation_id = null where installation_id = $1`,
    [installationId],
  )
}

// Every statement identifies its token pair by the sealed access token, so that a late one changes nothing.

/** Longer than a renewal's time limit, short enough that a crashed server's lease expires soon. */
const LEASE = `interval '20 seconds'`

/** Returns true for exactly one caller across all servers, who then asks GitHub. */
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

/** Stores both tokens in one statement, since GitHub has revoked the old ones. Returns false if the pair is no longer stored. */
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

/** A row without tokens is kept only for its installation. */
export type Dropped = { cleared: number; deleted: number }

/** Deletes tokens that GitHub refuses. */
export const dropTokensOf = (sql: Sql, userId: string, accessToken: string): Promise<Dropped> =>
  drop(sql, `user_id = $1 and access_token = $2`, [userId, accessToken])

/** Deletes tokens that can no longer be renewed, in batches. */
export const dropExpiredTokens = (sql: Sql, most: number): Promise<Dropped> =>
  drop(
    sql,
    `access_token is not null
     and expires_at < app.now()
     and (refresh_token is null or refresh_token_expires_at < app.now())
     limit $1`,
    [most],
  )

/** Deletes tokens that no key opens any more. */
export const dropLostTokens = (sql: Sql, userIds: readonly string[]): Promise<Dropped> =>
  drop(sql, `user_id = any ($1::uuid[])`, [userIds])

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
