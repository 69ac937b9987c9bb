import type { DisconnectGithubReply } from '@app/contract/github-replies'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import type { Member } from '@app/platform/db/member.ts'
import { requireSignedIn } from '@app/platform/db/require-signed-in.ts'
import { within } from '@app/platform/errors/within.ts'
import { recordProductEvent } from '#product-events/record-product-event.ts'
import type { CodeHost } from './code-host.ts'
import { type Connection, deleteConnection } from './connections-table.ts'
import { endGrant, endLater, type Grant, grantOf } from './end-grant.ts'
import { openToken } from './sealed-tokens.ts'

/** Well below a function's time limit, so that the member gets an answer even if GitHub does not respond. */
const WAIT_LIMIT_MS = 5_000

/** Deletes the connection immediately; revokes it at GitHub now, or by a job if GitHub does not answer. */
export async function disconnect(host: CodeHost, member: Member): Promise<DisconnectGithubReply> {
  const grant = await host.db.as(theServer, async (sql) => {
    await requireSignedIn(sql, member)
    return takeConnection(host, sql, member.id)
  })
  if (!grant) return { success: true, revoked: true }

  try {
    return { success: true, revoked: await within(WAIT_LIMIT_MS, endGrant(host, grant), noAnswer) }
  } catch (error) {
    host.log.warn({ err: error }, 'GitHub grant revocation deferred')
    await host.db.as(theServer, (sql) => endLater(host, sql, grant))
    return { success: true, revoked: false }
  }
}

const noAnswer = () => new Error('GitHub did not answer in time')

/** Runs in the transaction that deletes the account. A job revokes the grant at GitHub. */
export async function endConnection(host: CodeHost, sql: Sql, userId: string): Promise<void> {
  const grant = await takeConnection(host, sql, userId)

  if (grant) await endLater(host, sql, grant)
}

async function takeConnection(host: CodeHost, sql: Sql, userId: string): Promise<Grant | null> {
  const connection = await deleteConnection(sql, userId)
  if (connection) await recordProductEvent(sql, 'github_disconnected', userId)

  return connection && grantIn(host, connection)
}

function grantIn(host: CodeHost, connection: Connection): Grant | null {
  const accessToken = openToken(host, 'access_token', connection)
  if (accessToken === null) return null

  return grantOf(
    {
      accessToken,
      expiresAt: connection.expires_at,
      refreshToken: openToken(host, 'refresh_token', connection),
      refreshTokenExpiresAt: connection.refresh_token_expires_at,
    },
    connection,
  )
}
