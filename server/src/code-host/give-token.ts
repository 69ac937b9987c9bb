import type { GithubTokenReply } from '@app/contract/github-token'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { chooseInstallation, suspensionAmong } from './choose-installation.ts'
import { type CodeHost, type Found, githubOf, githubOfConnection } from './code-host.ts'
import { keepInstallation, stampUse } from './connections-table.ts'
import { type Current, currentConnection } from './current-connection.ts'
import { installationMissing, retrievalFailed } from './errors.ts'

/** Clients renew tokens without an expiry as often as others. */
const ENDLESS_MS = 8 * 60 * 60_000
const STAMP_EVERY_MS = 60_000

type Input = {
  /** GitHub refused the client, so this checks whether the token is still valid and the app still installed. */
  check: boolean
}

/** A member's own token, decrypted and renewed if needed. No other function returns it. */
export async function giveToken(
  host: CodeHost,
  userId: string,
  { check }: Input,
): Promise<GithubTokenReply> {
  const current = await currentConnection(host, userId, { check })
  const { connection, accessToken, renewed } = current
  const { installationId, suspension } = await findInstallation(host, current, { check })
  if (installationId === null) {
    const url = githubOfConnection(host, connection).installUrl('')
    throw installationMissing(connection.github_username, url, suspension)
  }
  await stamp(host, current)

  return {
    type: 'github_app',
    access_token: accessToken,
    installation_id: installationId,
    github_username: connection.github_username ?? '',
    expires_at: (connection.expires_at ?? later(host)).toISOString(),
    scopes: connection.scopes,
    renewed,
  }
}

const later = ({ clock }: CodeHost) => new Date(clock.now().getTime() + ENDLESS_MS)

/** At most once a minute: concurrent calls count as one use. */
async function stamp({ db, clock }: CodeHost, { connection }: Current): Promise<void> {
  const { user_id, last_used_at } = connection
  const age = clock.now().getTime() - (last_used_at?.getTime() ?? 0)
  if (age > STAMP_EVERY_MS) await stampUse(serverSql(db), user_id)
}

/**
 * The stored installation, or one that GitHub lists now: a member may have just installed the app, and the event of its end may be late or lost.
 * The browser's claim is not used.
 */
async function findInstallation(
  host: CodeHost,
  current: Current,
  { check }: Input,
): Promise<Found> {
  const { connection } = current
  const installationId = connection.installation_id

  return installationId === null || check
    ? host.lookups(connection.user_id, () => look(host, current))
    : { installationId, suspension: null }
}

async function look(host: CodeHost, { connection, accessToken }: Current): Promise<Found> {
  const { installation_id: known, github_user_id: githubUserId } = connection
  const installations = await githubOf(host)
    .installationsOf(accessToken)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      // While GitHub is unavailable, nothing is known against the stored one.
      if (known !== null) return null
      throw retrievalFailed(error)
    })
  if (!installations) return { installationId: known, suspension: null }

  const wanted = { githubUserId, claimed: known }
  const installationId = chooseInstallation(installations, wanted)
  if (installationId !== known) {
    await keepInstallation(serverSql(host.db), connection, installationId)
  }
  return { installationId, suspension: suspensionAmong(installations, wanted) }
}
