import { createHash, timingSafeEqual } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { lockAccount } from '#identity/accounts/accounts-table.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { userBanned } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { linkIdentity } from '#identity/oauth/link-identity.ts'
import { openPendingLink } from '#identity/oauth/pending-link.ts'
import { openProviderTokens } from '#identity/oauth/provider-tokens.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { badVerifier, flowExpired, flowNotFound } from '#identity/one-time/errors.ts'
import { deleteFlow, type FlowRow, findFlowByCode } from '#identity/one-time/flow-state-table.ts'
import { continueSession } from '#identity/sessions/continue-session.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import { providerIdIn } from '#identity/sso/provider-name.ts'

const CODE_TTL_MS = 5 * 60_000

/** The last step of a PKCE flow: exchanges the code and the client's verifier for a session. */
export async function exchangeCode(
  needs: Identity,
  { code, verifier }: { code: string; verifier: string },
  client: Client,
): Promise<SessionJson> {
  const event = { action: 'login', actor: {}, client, traits: { provider: 'pkce' } } as const

  const { session, flow } = await recordingRefusal(needs, event, () =>
    retryIfTaken(() =>
      needs.db.as(theServer, async (sql) => {
        const seen = await findFlowByCode(sql, storedHash(code))
        const account = seen?.user_id && (await lockAccount(sql, 'id', seen.user_id))
        // Looked up again under the account's lock, because the flow may have been deleted in the meantime.
        const flow = account && (await findFlowByCode(sql, storedHash(code)))
        if (!flow) throw flowNotFound()
        const now = needs.clock.now()
        if (now.getTime() - (flow.auth_code_issued_at?.getTime() ?? 0) > CODE_TTL_MS) {
          throw flowExpired()
        }
        if (!verifierMatches(flow, verifier)) throw badVerifier()
        if (isBanned(account, now)) throw userBanned()

        return { flow, session: await finish(sql, needs, { flow, account, client }) }
      }),
    ),
  )
  return { ...(await sessionReply(needs, session)), ...openProviderTokens(needs, flow) }
}

type VerifiedFlow = { flow: FlowRow; account: Account; client: Client }

async function finish(
  sql: Sql,
  needs: Identity,
  { flow, account, client }: VerifiedFlow,
): Promise<OpenSession> {
  const { id, provider, pending_identity_sealed: pending } = flow
  const method = METHODS[flow.authentication_method] ?? flow.authentication_method

  await deleteFlow(sql, id)
  if (pending) {
    const signedIn = ownerOf(flow, account)
    const linked = await linkIdentity(
      sql,
      needs,
      signedIn,
      openPendingLink(needs, id, pending),
      client,
    )
    return continueSession(sql, needs, { account: linked.account, signedIn, client })
  }
  await record(sql, needs, {
    action: 'login',
    actor: account,
    client,
    traits: { provider, method },
  })
  return openSession(sql, needs, {
    account,
    method,
    client,
    ssoProviderId: providerIdIn(provider),
    notAfter: flow.session_not_after,
  })
}

/** A link is completed for the session that began it. */
const ownerOf = ({ session_id: sessionId }: FlowRow, { id: userId }: Account) => ({
  userId,
  sessionId,
})

/** The `amr` method of a link type, if the two differ. */
const METHODS: Partial<Record<string, string>> = { signup: 'email/signup', email: 'otp' }

function verifierMatches({ code_challenge, code_challenge_method }: FlowRow, verifier: string) {
  if (code_challenge === null) return false
  const made =
    code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const digests = [made, code_challenge].map((text) => createHash('sha256').update(text).digest())
  const [ours, theirs] = digests

  return ours !== undefined && theirs !== undefined && timingSafeEqual(ours, theirs)
}
