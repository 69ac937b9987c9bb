import type { GithubTokenReply } from '@app/contract/github-token'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { CodeHost } from './code-host.ts'
import { stampUse } from './connections-table.ts'
import { type Current, currentConnection } from './current-connection.ts'
import { installationMissing } from './errors.ts'
import { findInstallation } from './find-installation.ts'

/** Clients ask again for tokens without an expiry as often as for the others. */
const ENDLESS_MS = 8 * 60 * 60_000
const STAMP_EVERY_MS = 60_000

type Input = {
  /** GitHub refused the client's token, so GitHub is asked whether it is still valid. */
  check: boolean
}

/** A member's own token in clear, renewed if needed. No other function returns it. */
export async function giveToken(
  host: CodeHost,
  userId: string,
  { check }: Input,
): Promise<GithubTokenReply> {
  const current = await currentConnection(host, userId, { check })
  const { connection, accessToken, renewed } = current
  const installationId = await findInstallation(host, current)
  if (installationId === null) {
    const url = host.github?.installUrl('') ?? null
    throw installationMissing(connection.github_username, url)
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

/** At most once a minute: a hundred concurrent calls are one use. */
async function stamp({ db, clock }: CodeHost, { connection }: Current): Promise<void> {
  const { user_id, last_used_at } = connection
  const age = clock.now().getTime() - (last_used_at?.getTime() ?? 0)
  if (age > STAMP_EVERY_MS) await stampUse(serverSql(db), user_id)
}
