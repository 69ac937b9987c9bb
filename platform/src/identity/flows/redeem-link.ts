import { randomUUID } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { acceptProof } from '#identity/addresses/accept-proof.ts'
import { recordingRefusal } from '#identity/audit/record.ts'
import type { Identity } from '#identity/identity.ts'
import { type EmailType, slotsOf } from '#identity/one-time/code-kinds.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { flowNotFound, linkExpired } from '#identity/one-time/errors.ts'
import { findProofByLink } from '#identity/one-time/find-proof.ts'
import {
  deleteFlow,
  type FlowRow,
  findWaitingFlow,
  insertCompletedFlow,
} from '#identity/one-time/flow-state-table.ts'
import { presentingSession, sessionByProof } from '#identity/sessions/presenting-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import type { Presenter } from './redeem-code.ts'

export type LinkPresented = { type: EmailType; link: string }

/** Exchanges a link's token for a session; null while the other mailbox still has to confirm. */
export async function redeemLink(
  needs: Identity,
  presented: LinkPresented,
  presenter: Presenter,
): Promise<SessionJson | null> {
  const session = await redeem(needs, presented, presenter, (sql, account, { keepSession }) =>
    sessionByProof(sql, needs, { account, keepSession, client: presenter.client }),
  )

  return session && sessionReply(needs, session)
}

/** For PKCE clients: the link yields a code, and the code together with the verifier yields a session. */
export async function redeemLinkForCode(
  needs: Identity,
  presented: LinkPresented,
  presenter: Presenter,
): Promise<string | null> {
  const { type } = presented
  const methods = type === 'email' ? LINKS_OF_ANY_KIND : [type]
  const waiting = (sql: Sql, userId: string) => findWaitingFlow(sql, userId, methods)

  return redeem(
    needs,
    presented,
    presenter,
    async (sql, { id: userId }, { flow }) => {
      if (!flow) throw flowNotFound()

      const code = randomUUID()
      await deleteFlow(sql, flow.id)
      await insertCompletedFlow(sql, flow, {
        userId,
        codeHash: storedHash(code),
        now: needs.clock.now(),
      })
      return code
    },
    waiting,
  )
}

/** A client may send `email` instead of any of these. */
const LINKS_OF_ANY_KIND = ['signup', 'invite', 'magiclink', 'recovery']

/** Data that was read before the proof was accepted. */
type Found = { flow: FlowRow | null; keepSession: string | null }

async function redeem<T>(
  needs: Identity,
  { type, link }: LinkPresented,
  { client, sessionId }: Presenter,
  issue: (sql: Sql, account: Account, found: Found) => Promise<T>,
  waiting: (sql: Sql, userId: string) => Promise<FlowRow | null> = async () => null,
): Promise<T | null> {
  const event = { action: 'login', actor: {}, client, traits: { provider: type } } as const

  return recordingRefusal(needs, event, () =>
    needs.db.as(theServer, async (sql) => {
      const proof = await findProofByLink(sql, needs, slotsOf[type], link)
      if (!proof) throw linkExpired()

      // Looked up first, because accepting the proof may delete the account's flows.
      const flow = await waiting(sql, proof.account.id)
      const keepSession = await presentingSession(sql, needs, proof.account, sessionId)
      const accepted = await acceptProof(sql, needs, { ...proof, type, client, keepSession })
      return accepted && issue(sql, accepted, { flow, keepSession })
    }),
  )
}
