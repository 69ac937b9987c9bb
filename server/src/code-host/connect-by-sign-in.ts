import type { Sql } from '@app/platform/db/database.ts'
import type { ProviderSignIn } from '@app/platform/outside/sign-in-provider.ts'
import type { CodeHost } from './code-host.ts'
import { hasDisconnected, insertConnection } from './connections-table.ts'
import { noteConnected } from './note-connected.ts'
import { sealTokens } from './sealed-tokens.ts'

/** The prefix of a GitHub App's user tokens; those of an OAuth App cannot be used for installations. */
const APP_USER_TOKEN = 'ghu_'

/**
 * One GitHub App serves sign-in and connection, so users authorise it only once. An existing connection stays unchanged, and members who
 * disconnected GitHub reconnect it themselves.
 */
export async function connectBySignIn(
  needs: Pick<CodeHost, 'github' | 'keyring'>,
  sql: Sql,
  userId: string,
  { profile, providerToken, clientId, ...tokens }: ProviderSignIn,
): Promise<void> {
  if (profile.provider !== 'github' || !needs.github) return
  if (!providerToken.startsWith(APP_USER_TOKEN)) return
  if (await hasDisconnected(sql, userId)) return

  const githubUserId = Number(profile.subject)
  const isNew = await insertConnection(sql, {
    userId,
    githubUserId,
    username: profile.username ?? '',
    avatarUrl: profile.avatarUrl,
    scopes: [...tokens.scopes],
    // The installation is looked up on first use.
    installationId: null,
    githubApp: clientId ?? null,
    ...sealTokens(needs, userId, {
      accessToken: providerToken,
      refreshToken: tokens.providerRefreshToken,
      expiresAt: tokens.tokenExpiresAt,
      refreshTokenExpiresAt: tokens.refreshTokenExpiresAt,
      scopes: [],
    }),
  })
  if (isNew) await noteConnected(sql, { userId, githubUserId })
}
