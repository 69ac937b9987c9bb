import type { DisconnectGithubReply } from '@app/contract/github'
import { theServer } from '#db/database.ts'
import type { jobKinds } from '#jobs/job-kinds.ts'
import { sendJob } from '#jobs/send-job.ts'
import type { WorkFor } from '#jobs/start-jobs.ts'
import { ProviderError } from '#outside/provider-error.ts'
import { type CodeHost, githubOf } from './code-host.ts'
import { type Connection, deleteConnection } from './connections-table.ts'
import { currentConnection } from './current-connection.ts'
import { isConnectedElsewhere } from './github-accounts-table.ts'
import { noteEvent } from './product-events.ts'
import { openToken } from './sealed-tokens.ts'

// A job's payload lies open in the database.
const PLACE = 'jobs|end-github-grant|sealed'

type Ended = { accessToken: string; githubUserId: number | null }

/**
 * Ends a connection: here at once, whatever GitHub says; at GitHub now if it answers, else as soon
 * as it does.
 */
export async function disconnect(host: CodeHost, userId: string): Promise<DisconnectGithubReply> {
  // Only a token that is still good can end the permission it came of.
  await currentConnection(host, userId, { check: false }).catch(() => {})
  const ended = await host.db.as(theServer, async (sql) => {
    const connection = await deleteConnection(sql, userId)
    if (connection) await noteEvent(sql, 'github_disconnected', userId)
    return connection && tokenOf(host, connection)
  })
  if (!ended) return { success: true, revoked: true }

  try {
    await endGrant(host, ended)
    return { success: true, revoked: true }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    host.log.warn({ err: error }, 'a GitHub grant could not be revoked yet')
    await keep(host, ended)
    return { success: true, revoked: false }
  }
}

function tokenOf(host: CodeHost, connection: Connection): Ended | null {
  const accessToken = openToken(host, 'access_token', connection)

  return accessToken === null ? null : { accessToken, githubUserId: connection.github_user_id }
}

/** A person who has meanwhile connected the same account again keeps what he granted then. */
async function endGrant(host: CodeHost, { accessToken, githubUserId }: Ended): Promise<void> {
  const isNeeded = await host.db.as(theServer, (sql) => isConnectedElsewhere(sql, githubUserId))
  const github = githubOf(host)

  await (isNeeded ? github.revokeToken(accessToken) : github.revokeGrant(accessToken))
}

const keep = ({ db, keyring }: CodeHost, ended: Ended): Promise<void> =>
  db.as(theServer, (sql) =>
    sendJob(sql, 'end-github-grant', { sealed: keyring.seal(JSON.stringify(ended), PLACE) }),
  )

export const grantWork = (host: CodeHost): Pick<WorkFor<typeof jobKinds>, 'end-github-grant'> => ({
  'end-github-grant': async ({ payload }) => {
    await endGrant(host, JSON.parse(host.keyring.open(payload.sealed, PLACE)) as Ended)
  },
})
