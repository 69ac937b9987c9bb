import type { ConfirmInstallationReply } from '@app/contract/github-replies'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type CodeHost, githubOf } from './code-host.ts'
import { keepInstallation } from './connections-table.ts'
import { currentConnection } from './current-connection.ts'
import { noInstallation, retrievalFailed } from './errors.ts'

/** Stores the installation that a browser claims, after GitHub lists it for this member. */
export async function confirmInstallation(
  host: CodeHost,
  userId: string,
  claimed: number,
): Promise<ConfirmInstallationReply> {
  const { connection, accessToken } = await currentConnection(host, userId, { check: true })
  const installations = await githubOf(host)
    .installationsOf(accessToken)
    .catch((error: unknown) => {
      throw error instanceof ProviderError ? retrievalFailed(error) : error
    })
  if (!installations.some(({ id, suspension }) => id === claimed && !suspension))
    throw noInstallation()

  if (connection.installation_id !== claimed) {
    await keepInstallation(serverSql(host.db), connection, claimed)
  }
  return { installation_id: claimed }
}
