import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { AppError } from '#errors/app-error.ts'
import type { Account } from '#identity/account.ts'
import { type AuditEvent, record, recordingRefusal } from '#identity/audit/record.ts'
import { type Client, ipOf } from '#identity/client.ts'
import { rememberDevice } from '#identity/devices/device.ts'
import type { Identity } from '#identity/identity.ts'
import { sessionOfTokenGone } from '#identity/sessions/errors.ts'
import type { OpenSession } from '#identity/sessions/open-session.ts'
import { newSessionKey, writeRefreshToken } from '#identity/sessions/refresh-token.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import { lockSession } from '#identity/sessions/sessions-table.ts'
import { deleteLowSessions, updateToAal2 } from './session-levels-table.ts'

type Attempt = {
  event: Pick<AuditEvent, 'actor' | 'client' | 'traits'>
  /** Returns null for a wrong code. */
  verify(sql: Sql): Promise<OpenSession | null>
  wrongCode(): AppError
}

/** Raises the session for a correct code. Every attempt is recorded, including refused ones. */
export function attemptToRaise(
  needs: Identity,
  { event: about, verify, wrongCode }: Attempt,
): Promise<SessionJson> {
  const event = { action: 'verification_attempted', ...about } as const

  return recordingRefusal(needs, event, async () => {
    // A wrong code is counted in the transaction, so the refusal is thrown after the commit.
    const verified = await needs.db.as(theServer, async (sql) => {
      const raised = await verify(sql)
      if (raised) await record(sql, needs, event)
      return raised
    })
    if (!verified) throw wrongCode()

    return sessionReply(needs, verified)
  })
}

type Raising = {
  account: Account
  sessionId: string
  factorId: string
  /** As listed in the token's `amr`. */
  method: string
  client: Client
}

/**
 * The session continues at aal2 with a new key. Earlier refresh tokens become invalid, so a copied one never gains the level.
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
  // Advances by two, so that the earlier token is not the parent of the new one.
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
