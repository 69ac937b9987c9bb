import type { InstallationTokenReply } from '@app/contract/github'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { Restriction } from '#outside/github/app-token.ts'
import type { Github } from '#outside/github/github.ts'
import { chooseInstallation } from './choose-installation.ts'
import { type CodeHost, githubOf, githubOfConnection } from './code-host.ts'
import { keepInstallation } from './connections-table.ts'
import { type Current, currentConnection } from './current-connection.ts'
import { installationTokenFailed, keyMissing, noInstallation } from './errors.ts'

/**
 * A token of the app. It grants all of the app's rights, so GitHub first confirms the member's access. In other accounts it covers only repositories they may push to.
 */
export async function giveInstallationToken(
  host: CodeHost,
  userId: string,
): Promise<InstallationTokenReply> {
  try {
    const current = await connectionOrNone(host, userId)
    const { installationToken } = githubOfConnection(host, current.connection)
    if (!installationToken) throw keyMissing()
    const { id, isOwn } = await confirmed(host, current)
    const restriction = isOwn ? null : await ownShare(githubOf(host), current, id)
    const made = await installationToken(id, restriction)
    if (!made) throw noInstallation()

    const { token, expiresAt, permissions, repositories } = made
    const github_username = current.connection.github_username ?? ''
    return {
      type: 'installation',
      token,
      expires_at: expiresAt,
      installation_id: id,
      github_username,
      permissions,
      repositories,
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw error.failure === 'token_refused' ? keyMissing() : installationTokenFailed(error)
  }
}

/** For this call, a missing connection means a missing installation. */
async function connectionOrNone(host: CodeHost, userId: string): Promise<Current> {
  try {
    // A refused member token must be distinguished from a refused app key below.
    return await currentConnection(host, userId, { check: true })
  } catch (error) {
    throw error instanceof AppError && error.code === 'NO_GITHUB_APP' ? noInstallation() : error
  }
}

async function confirmed(host: CodeHost, { connection, accessToken }: Current) {
  const installations = await githubOf(host).installationsOf(accessToken)
  const { github_user_id: githubUserId, installation_id: known } = connection
  const id = chooseInstallation(installations, { githubUserId, claimed: known })
  if (id !== known) {
    await keepInstallation(serverSql(host.db), connection, id)
  }
  if (id === null) throw noInstallation()

  const accountId = installations.find((one) => one.id === id)?.accountId ?? null
  return { id, isOwn: accountId !== null && accountId === githubUserId }
}

/** Excludes administration, which is for the account's owners. */
const SHARE = { contents: 'write', issues: 'write', metadata: 'read' }

async function ownShare(
  github: Github,
  { accessToken }: Current,
  id: number,
): Promise<Restriction> {
  const repositories = await github.installedRepositories(accessToken, id)
  const repositoryIds = repositories.filter(({ canPush }) => canPush).map((one) => one.id)
  // For GitHub, an empty list means all repositories.
  if (repositoryIds.length === 0) throw noInstallation()

  return { repositoryIds, permissions: SHARE }
}
