import { setTimeout as pause } from 'node:timers/promises'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import { type CodeHost, githubOfConnection, type Renewed } from './code-host.ts'
import {
  type Connection,
  claimRenewal,
  dropTokensOf,
  findConnection,
  releaseRenewal,
  replaceTokens,
} from './connections-table.ts'
import { endLater, grantOf } from './end-grant.ts'
import { renewalFailed, retrievalFailed } from './errors.ts'
import { openToken, sealTokens } from './sealed-tokens.ts'

type Needs = Pick<CodeHost, 'db' | 'clock' | 'keyring' | 'github' | 'renewals'>

const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 400
const WAIT_LIMIT_MS = 22_000

/**
 * A renewal revokes both tokens of a pair. So one caller across all servers renews, and others wait for the result.
 */
export const renewTokens = (needs: Needs, connection: Connection): Promise<Renewed> =>
  needs.renewals(connection.user_id, () => renewOrWait(needs, connection))

async function renewOrWait(needs: Needs, stale: Connection): Promise<Renewed> {
  const { user_id: userId, access_token: pair } = stale
  if (pair === null) return { connection: stale, renewed: false }

  let waitMs = FIRST_PAUSE_MS
  for (let waitedMs = 0; waitedMs < WAIT_LIMIT_MS; waitedMs += waitMs) {
    if (await claimRenewal(serverSql(needs.db), userId, pair)) return renew(needs, stale)

    const now = await findConnection(serverSql(needs.db), userId)
    if (now?.access_token !== pair) return { connection: now, renewed: true }
    waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)
    await pause(waitMs)
  }
  throw retrievalFailed(new Error('Another server renews the tokens and does not finish'))
}

/** Runs with the lease and without an open transaction. */
async function renew(needs: Needs, stale: Connection): Promise<Renewed> {
  const { user_id: userId, access_token: pair } = stale
  const refreshToken = openToken(needs, 'refresh_token', stale)
  if (pair === null || refreshToken === null) return { connection: stale, renewed: false }

  try {
    const tokens = await githubOfConnection(needs, stale).refresh(refreshToken)
    const sealed = sealTokens(needs, userId, tokens)
    const connection = await needs.db.as(theServer, async (sql) => {
      const isWanted = await replaceTokens(sql, userId, pair, sealed)
      // If the connection was deleted in the meantime, only the new pair can revoke its grant.
      if (!isWanted) await endLater(needs, sql, grantOf(tokens, stale))
      return findConnection(sql, userId)
    })
    return { connection, renewed: true }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return failed(needs, stale, pair, error)
  }
}

async function failed(
  needs: Needs,
  stale: Connection,
  pair: string,
  error: ProviderError,
): Promise<Renewed> {
  const { user_id: userId, installation_id } = stale
  if (error.failure === 'token_refused') {
    await dropTokensOf(serverSql(needs.db), userId, pair)
    throw renewalFailed(error.providerMessage ?? error.message, installation_id !== null, error)
  }

  await releaseRenewal(serverSql(needs.db), userId, pair)
  // GitHub is unavailable, but the old token may still be valid for a while.
  if (stale.expires_at && stale.expires_at > needs.clock.now()) {
    return { connection: stale, renewed: false }
  }
  throw retrievalFailed(error)
}
