import { serverSql } from '@app/platform/db/server-sql.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type CodeHost, githubOf, type Renewed } from './code-host.ts'
import { type Connection, dropTokensOf, findConnection } from './connections-table.ts'
import { noAccessToken, noGithubApp, renewalFailed, tokenExpired } from './errors.ts'
import { renewTokens } from './renew-tokens.ts'
import { openToken } from './sealed-tokens.ts'

/** The extension requests another token five minutes before its current one expires. */
const RENEW_BEFORE_MS = 10 * 60_000

/** A connection with a valid token, and the token. */
export type Current = { connection: Connection; accessToken: string; renewed: boolean }

export async function currentConnection(
  host: CodeHost,
  userId: string,
  { check }: { check: boolean },
): Promise<Current> {
  const known = await findConnection(serverSql(host.db), userId)
  const first = opened(host, { connection: known, renewed: false })
  const { connection } = first
  if (host.github?.isOff(connection.github_app)) throw noAccessToken(false)

  // Without an installation GitHub is asked anyway, and a refused token must not look like an outage.
  const isDead = (check || connection.installation_id === null) && (await isRefused(host, first))
  if (!isDead && !endsWithin(host, connection, RENEW_BEFORE_MS)) return first
  if (canRenew(host, connection)) return opened(host, await renewTokens(host, connection))
  if (isDead) throw await revoked(host, connection)
  if (connection.expires_at && endsWithin(host, connection, 0)) {
    throw tokenExpired(connection.expires_at, connection.installation_id !== null)
  }
  return first
}

function opened(host: CodeHost, { connection, renewed }: Renewed): Current {
  if (!connection) throw noGithubApp()
  const accessToken = openToken(host, 'access_token', connection)
  if (accessToken === null) throw noAccessToken(connection.installation_id !== null)

  return { connection, accessToken, renewed }
}

const endsWithin = ({ clock }: CodeHost, { expires_at }: Connection, ms: number): boolean =>
  expires_at !== null && expires_at.getTime() - clock.now().getTime() <= ms

function canRenew(host: CodeHost, connection: Connection): boolean {
  const { refresh_token_expires_at: end } = connection
  const isOver = end !== null && end <= host.clock.now()

  return !isOver && openToken(host, 'refresh_token', connection) !== null
}

/** Only a refusal is conclusive: while GitHub is unavailable, the state is unknown. */
const isRefused = (host: CodeHost, { accessToken, connection }: Current): Promise<boolean> =>
  host.checks(connection.user_id, async () => {
    try {
      await githubOf(host).userOf(accessToken)
      return false
    } catch (error) {
      return error instanceof ProviderError && error.failure === 'token_refused'
    }
  })

async function revoked(host: CodeHost, { user_id, access_token, installation_id }: Connection) {
  if (access_token) await dropTokensOf(serverSql(host.db), user_id, access_token)

  return renewalFailed('GitHub no longer accepts the token', installation_id !== null)
}
