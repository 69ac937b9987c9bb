import type { Sql } from '@app/platform/db/database.ts'

/** Whether some member is connected to this GitHub account. */
export async function isConnectedElsewhere(
  sql: Sql,
  githubUserId: number | null,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from public.github_integrations
      where github_user_id = $1 and access_token is not null limit 1`,
    [githubUserId],
  )

  return rowCount > 0
}

type Tokens = { user_id: string; access_token: string }

/** One person may use one GitHub account for several of ours. */
export async function tokensOfAccount(sql: Sql, githubUserId: number): Promise<Tokens[]> {
  const { rows } = await sql.query<Tokens>(
    `select user_id, access_token from public.github_integrations
      where github_user_id = $1 and access_token is not null`,
    [githubUserId],
  )

  return rows
}

/** An account's own installation replaces what is known; that of a team only fills a gap. */
export async function addInstallation(
  sql: Sql,
  { installationId, githubUserId, isOwn }: InstallationFact,
): Promise<void> {
  await sql.query(
    `update public.github_integrations set installation_id = $1
      where github_user_id = $2 and (installation_id is null or $3)`,
    [installationId, githubUserId, isOwn],
  )
}

type InstallationFact = { installationId: number; githubUserId: number; isOwn: boolean }

export async function removeInstallation(sql: Sql, installationId: number): Promise<void> {
  await sql.query(
    `update public.github_integrations set installation_id = null where installation_id = $1`,
    [installationId],
  )
}
