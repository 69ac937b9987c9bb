import type { SessionJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import type { Limit } from '#limits/rate-limits.ts'
import { sessionOfTokenGone } from './errors.ts'
import { openSession } from './open-session.ts'
import { sessionReply } from './session-reply.ts'
import { lockSession } from './sessions-table.ts'

/** An extension needs one for each browser it is in. */
const MINT_LIMIT: Limit = { burst: 20, perSecond: 1 / 120 }

type Speaker = { userId: string; sessionId: string | null }

/**
 * A second session for whoever speaks through the first. It knows how he proved himself there and
 * is worth as much, no more; from then on each goes its own way.
 */
export async function mintSession(
  needs: Identity,
  { userId, sessionId }: Speaker,
  client: Client,
): Promise<SessionJson> {
  if (sessionId === null) throw sessionOfTokenGone()

  const opened = await needs.db.as(theServer, async (sql) => {
    await needs.limits.takeIn(sql, `mint ${userId}`, MINT_LIMIT)
    const session = await lockSession(sql, sessionId)
    const account = await findAccount(sql, 'id', userId)
    if (!session || session.user_id !== userId || !account) throw sessionOfTokenGone()

    const { aal, amr, factor_id: factorId } = session
    const traits = { tag: EXTENSION, from_session: sessionId }
    await record(sql, needs, { action: 'login', actor: account, client, traits })
    const carriedOver = { aal, amr, factorId }
    return openSession(sql, needs, { account, method: 'otp', client, carriedOver, tag: EXTENSION })
  })
  return sessionReply(needs, opened)
}

const EXTENSION = 'extension'
