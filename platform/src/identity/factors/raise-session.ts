import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { type Client, ipOf } from '#identity/client.ts'
import { rememberDevice } from '#identity/devices/remember-device.ts'
import type { Identity } from '#identity/identity.ts'
import { sessionOfTokenGone } from '#identity/sessions/errors.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { writeRefreshToken } from '#identity/sessions/refresh-token.ts'
import { newSessionKey } from '#identity/sessions/session-key.ts'
import { lockSession } from '#identity/sessions/sessions-table.ts'
import { deleteLowSessions, updateToAal2 } from './session-levels-table.ts'

type Raising = {
  account: Account
  sessionId: string
  factorId: string
  /** As listed in the token's `amr`. */
  method: string
  client: Client
}

/**
 * The session continues at aal2 under a new key: earlier refresh tokens stop being valid, so that a copy of one never
 * gains the level.
 */
export async function raiseSession(
  sql: Sql,
  needs: Pick<Identity, 'clock' | 'digests' | 'keyring'>,
  { account, sessionId, factorId, method, client }: Raising,
): Promise<OpenSession> {
  const session = await lockSession(sql, sessionId)
  if (!session) throw sessionOfTokenGone()

  const now = needs.clock.now()
  const proof = { method, timestamp: Math.floor(now.getTime() / 1000) }
  const amr = [proof, ...session.amr.filter((earlier) => earlier.method !== method)]
  const { key, sealed } = newSessionKey(needs, session.id)
  // Advances by two, so that the earlier token does not count as the parent of the new one.
  const counter = session.refresh_counter + 2

  await updateToAal2(sql, now, {
    id: session.id,
    amr,
    factor_id: factorId,
    refresh_counter: counter,
    refresh_key_sealed: sealed,
    user_agent: client.userAgent,
    ip: ipOf(client),
  })
  await deleteLowSessions(sql, account.id, { except: session.id })
  await rememberDevice(sql, needs, { account, aal: 'aal2', client })
  const refreshToken = writeRefreshToken({ sessionId: session.id, counter }, key)
  return { account, id: session.id, aal: 'aal2', amr, refreshToken }
}
