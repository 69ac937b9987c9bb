import type { GithubTokens } from '@app/platform/outside/github-oauth.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import type { Connection, SealedTokens } from './connections-table.ts'

type Needs = { keyring: Keyring }
type Half = 'access_token' | 'refresh_token'

// A member has one connection, so the user id names the row.
const placeOf = (half: Half, userId: string) => `github_integrations|${half}|${userId}`

export const sealTokens = (
  { keyring }: Needs,
  userId: string,
  { accessToken, refreshToken, expiresAt, refreshTokenExpiresAt }: GithubTokens,
): SealedTokens => ({
  accessToken: keyring.seal(accessToken, placeOf('access_token', userId)),
  refreshToken: refreshToken && keyring.seal(refreshToken, placeOf('refresh_token', userId)),
  expiresAt,
  refreshTokenExpiresAt,
})

/** null: there is no token, or its key was removed from the keyring. */
export function openToken({ keyring }: Needs, half: Half, connection: Connection): string | null {
  const sealed = connection[half]
  if (sealed === null) return null

  try {
    return keyring.open(sealed, placeOf(half, connection.user_id))
  } catch {
    return null
  }
}
