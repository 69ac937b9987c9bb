import { randomUUID } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/accounts/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import { acceptProof } from './accept-proof.ts'
import { type EmailType, slotsOf } from './code-kinds.ts'
import { storedHash } from './codes.ts'
import { flowNotFound, linkExpired } from './errors.ts'
import { giveAuthCode, lockWaitingFlow } from './flow-state-table.ts'
import { isAlive } from './match-code.ts'
import { lockTokenByHash } from './one-time-tokens-table.ts'

export type LinkPresented = { type: EmailType; link: string }

/** A session for the value of a link; null when the other mailbox is still due. */
export async function redeemLink(
  needs: Identity,
  presented: LinkPresented,
  client: Client,
): Promise<SessionJson | null> {
  const session = await redeeming(needs, presented, client, (sql, account) =>
    openSession(sql, needs, { account, method: 'otp', client }),
  )

  return session && sessionReply(needs, session)
}

/**
 * For a client that proves itself with its verifier: the link yields a code, and only the code
 * together with the verifier yields a session.
 */
export async function redeemLinkForCode(
  needs: Identity,
  presented: LinkPresented,
  client: Client,
): Promise<string | null> {
  return redeeming(needs, presented, client, async (sql, { id }) => {
    const { type } = presented
    const flow = await lockWaitingFlow(sql, id, type === 'email' ? LINKS_OF_ANY_KIND : [type])
    if (!flow) throw flowNotFound()

    const code = randomUUID()
    await giveAuthCode(sql, flow.id, storedHash(code), needs.clock.now())
    return code
  })
}

/** A client may call them all `email`. */
const LINKS_OF_ANY_KIND = ['signup', 'invite', 'magiclink', 'recovery']

async function redeeming<T>(
  needs: Identity,
  { type, link }: LinkPresented,
  client: Client,
  reward: (sql: Sql, account: Account) => Promise<T>,
): Promise<T | null> {
  const happening = { action: 'login', actor: {}, client, traits: { provider: type } } as const

  return recordingRefusal(needs, happening, () =>
    needs.db.as(theServer, async (sql) => {
      const token = await lockTokenByHash(sql, slotsOf[type], storedHash(link))
      const account = token && (await lockAccount(sql, 'id', token.user_id))
      if (!account || !isAlive(needs, token)) throw linkExpired()

      const accepted = await acceptProof(sql, needs, { account, token, type, client })
      return accepted && reward(sql, accepted)
    }),
  )
}
