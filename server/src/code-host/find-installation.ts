import { serverSql } from '@app/platform/db/server-sql.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { chooseInstallation } from './choose-installation.ts'
import { type CodeHost, githubOf } from './code-host.ts'
import { keepInstallation } from './connections-table.ts'
import type { Current } from './current-connection.ts'
import { retrievalFailed } from './errors.ts'

/**
 * The stored installation, or one that GitHub lists now, since a member who has just installed the app waits for it.
 * The browser's claim is not used.
 */
export function findInstallation(host: CodeHost, current: Current): Promise<number | null> {
  const { connection } = current
  const known = connection.installation_id

  return known === null
    ? host.lookups(connection.user_id, () => look(host, current))
    : Promise.resolve(known)
}

async function look(host: CodeHost, { connection, accessToken }: Current): Promise<number | null> {
  const installations = await githubOf(host)
    .installationsOf(accessToken)
    .catch((error: unknown) => {
      throw error instanceof ProviderError ? retrievalFailed(error) : error
    })
  const found = chooseInstallation(installations, { githubUserId: connection.github_user_id })
  if (found !== null) {
    await keepInstallation(serverSql(host.db), connection, found)
  }

  return found
}
