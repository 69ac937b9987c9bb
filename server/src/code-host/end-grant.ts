import { type Sql, theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { GithubTokens } from '@app/platform/outside/github-oauth.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import { appsOf, type CodeHost } from './code-host.ts'
import { type Connection, isConnectedElsewhere } from './connections-table.ts'

// Job payloads are stored unencrypted.
const PLACE = 'jobs|end-github-grant|sealed'

/** The data needed to revoke a grant at GitHub. It outlives the connection's row. */
export type Grant = {
  accessToken: string
  expiresAt: string | null
  refreshToken: string | null
  githubUserId: number | null
  /** Missing in jobs of older servers. */
  githubApp?: string | null
  /** When it ended here; missing in jobs of older servers. */
  endedAt?: string
}

export const grantOf = (
  { accessToken, expiresAt, refreshToken }: Omit<GithubTokens, 'scopes'>,
  {
    github_user_id: githubUserId,
    github_app: githubApp,
  }: Pick<Connection, 'github_user_id' | 'github_app'>,
): Grant => ({
  accessToken,
  expiresAt: expiresAt?.toISOString() ?? null,
  refreshToken,
  githubUserId,
  githubApp,
})

/**
 * Runs in the transaction that deletes the connection, so that a crash loses no revocation and requests do not wait.
 */
export const endLater = (
  { keyring }: Pick<CodeHost, 'keyring'>,
  sql: Sql,
  grant: Grant,
  options?: { after: Date },
): Promise<void> =>
  sendJob(sql, 'end-github-grant', { sealed: keyring.seal(JSON.stringify(grant), PLACE) }, options)

const COPIES_EVERY_MS = 10_000
const COPIES_LIMIT_MS = 10 * 60_000

/** Returns false if GitHub did not confirm or a copy needs the grant; a job continues with the renewed tokens. */
export async function endGrant(host: CodeHost, grant: Grant): Promise<boolean> {
  const good = await renewed(host, grant)

  try {
    const again = (await host.endCopies(good)) ? null : againAfter(host, good)
    if (again) {
      await host.db.as(theServer, (sql) => endLater(host, sql, again.grant, again))
      return false
    }
    await revoke(host, good)
    return true
  } catch (error) {
    if (good === grant) throw error
    await host.db.as(theServer, (sql) => endLater(host, sql, good))
    return false
  }
}

/** Copies must be deleted with the grant that created them, but a grant waits only for a limited time. */
function againAfter({ clock }: CodeHost, grant: Grant): { grant: Grant; after: Date } | null {
  const now = clock.now()
  const endedAt = grant.endedAt ?? now.toISOString()
  if (now.getTime() - Date.parse(endedAt) > COPIES_LIMIT_MS) return null

  return {
    grant: { ...grant, endedAt },
    after: new Date(now.getTime() + COPIES_EVERY_MS),
  }
}

/** Only a valid token can revoke the grant it came from. */
async function renewed(host: CodeHost, grant: Grant): Promise<Grant> {
  const { expiresAt, refreshToken, endedAt } = grant
  const isOver = expiresAt ? new Date(expiresAt) <= host.clock.now() : false
  if (!isOver || !refreshToken) return grant

  try {
    const { githubUserId, githubApp = null } = grant
    const from = { github_user_id: githubUserId, github_app: githubApp }
    const fresh = grantOf(await appsOf(host).ofApp(githubApp).refresh(refreshToken), from)
    return { ...fresh, ...(endedAt !== undefined && { endedAt }) }
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'token_refused') return grant
    throw error
  }
}

/** If a member has reconnected the same GitHub account, the newer grant is kept. */
async function revoke(
  host: CodeHost,
  { accessToken, githubUserId, githubApp = null }: Grant,
): Promise<void> {
  const apps = appsOf(host)
  const github = apps.ofApp(githubApp)
  const app = { id: github.clientId, first: apps.clientId }
  const isNeeded = await isConnectedElsewhere(serverSql(host.db), githubUserId, app)

  await (isNeeded ? github.revokeToken(accessToken) : github.revokeGrant(accessToken))
}

export const grantWork = (host: CodeHost): Pick<WorkFor<typeof jobKinds>, 'end-github-grant'> => ({
  'end-github-grant': async ({ payload }) => {
    await endGrant(host, JSON.parse(host.keyring.open(payload.sealed, PLACE)) as Grant)
  },
})
