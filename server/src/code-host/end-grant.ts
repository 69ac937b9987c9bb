import { type Sql, theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { GithubTokens } from '@app/platform/outside/github-oauth.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import { type CodeHost, githubOf } from './code-host.ts'
import { isConnectedElsewhere } from './connections-table.ts'

// Job payloads are stored in clear.
const PLACE = 'jobs|end-github-grant|sealed'

/** What is needed to revoke a grant at GitHub. It outlives the row it came from. */
export type Grant = {
  accessToken: string
  expiresAt: string | null
  refreshToken: string | null
  githubUserId: number | null
}

export const grantOf = (
  { accessToken, expiresAt, refreshToken }: Omit<GithubTokens, 'scopes'>,
  githubUserId: number | null,
): Grant => ({
  accessToken,
  expiresAt: expiresAt?.toISOString() ?? null,
  refreshToken,
  githubUserId,
})

/**
 * In the transaction that deletes the connection, so that a crash loses no revocation and no request waits for
 * GitHub.
 */
export const endLater = (
  { keyring }: Pick<CodeHost, 'keyring'>,
  sql: Sql,
  grant: Grant,
): Promise<void> =>
  sendJob(sql, 'end-github-grant', { sealed: keyring.seal(JSON.stringify(grant), PLACE) })

/** False: GitHub did not confirm, and a job continues with the renewed tokens. */
export async function endGrant(host: CodeHost, grant: Grant): Promise<boolean> {
  const good = await renewed(host, grant)

  try {
    await revoke(host, good)
    return true
  } catch (error) {
    if (good === grant) throw error
    await host.db.as(theServer, (sql) => endLater(host, sql, good))
    return false
  }
}

/** Only a valid token can revoke the grant it came from. */
async function renewed(host: CodeHost, grant: Grant): Promise<Grant> {
  const { expiresAt, refreshToken, githubUserId } = grant
  const isOver = expiresAt ? new Date(expiresAt) <= host.clock.now() : false
  if (!isOver || !refreshToken) return grant

  try {
    return grantOf(await githubOf(host).refresh(refreshToken), githubUserId)
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'token_refused') return grant
    throw error
  }
}

/** A member who has connected the same GitHub account again keeps that newer grant. */
async function revoke(host: CodeHost, { accessToken, githubUserId }: Grant): Promise<void> {
  const isNeeded = await isConnectedElsewhere(serverSql(host.db), githubUserId)
  const github = githubOf(host)

  await (isNeeded ? github.revokeToken(accessToken) : github.revokeGrant(accessToken))
}

export const grantWork = (host: CodeHost): Pick<WorkFor<typeof jobKinds>, 'end-github-grant'> => ({
  'end-github-grant': async ({ payload }) => {
    await endGrant(host, JSON.parse(host.keyring.open(payload.sealed, PLACE)) as Grant)
  },
})
