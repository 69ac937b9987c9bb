import type { SessionJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { authorise, type SignedIn } from '#identity/sessions/authorise.ts'
import { sessionOfTokenGone } from '#identity/sessions/errors.ts'
import { openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import { findSession } from '#identity/sessions/sessions-table.ts'
import type { Limit } from '#limits/limit.ts'

/** An extension needs one session in each browser. */
const MINT_LIMIT: Limit = { burst: 20, perSecond: 1 / 120 }

/**
 * Creates a second session for the user of an existing one. It copies the level and `amr`; after that the two are independent.
 */
export async function mintSession(
  needs: Identity,
  signedIn: SignedIn,
  client: Client,
): Promise<SessionJson> {
  const opened = await needs.db.as(theServer, async (sql) => {
    const { account, session: member } = await authorise(sql, needs, signedIn)
    const session = member && (await findSession(sql, member.id))
    if (!session) throw sessionOfTokenGone()
    await needs.limits.takeIn(sql, `mint ${account.id}`, MINT_LIMIT)

    const { aal, amr, factor_id: factorId, passkey_id: passkeyId, not_after: notAfter } = session
    const traits = { tag: EXTENSION, from_session: session.id }
    await record(sql, needs, { action: 'login', actor: account, client, traits })
    return openSession(sql, needs, {
      account,
      method: 'otp',
      client,
      carriedOver: { aal, amr, factorId, passkeyId },
      // A company says how long a sign-in counts, whatever is made of it.
      notAfter,
      tag: EXTENSION,
    })
  })
  return sessionReply(needs, opened)
}

const EXTENSION = 'extension'
