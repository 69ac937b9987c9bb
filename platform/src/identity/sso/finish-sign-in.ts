import { randomUUID } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import type { Account } from '#identity/account.ts'
import { admittingNewUser } from '#identity/accounts/admit-new-user.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { record, recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { insertCodeFlow } from '#identity/one-time/flow-state-table.ts'
import { type OpenSession, openSession } from '#identity/sessions/open-session.ts'
import { sessionReply } from '#identity/sessions/session-reply.ts'
import { relayStateExpired, relayStateNotFound, ssoProviderDisabled } from './errors.ts'
import { deleteFlow, type FinishedFlow, findOutcome } from './flows-table.ts'
import { type Outcome, openOutcome } from './outcome.ts'
import { providerName } from './provider-name.ts'
import { findProvider } from './providers-table.ts'
import { resolveSsoAccount } from './resolve-sso-account.ts'

export const SSO_METHOD = 'sso/saml'
const OUTCOME_TTL_MS = 60_000

/** Looks at an outcome without taking it, so that another browser cannot spoil it. */
export async function findFinished(
  needs: Pick<Identity, 'db'>,
  flowId: string,
): Promise<FinishedFlow> {
  const flow = isUuid(flowId)
    ? await needs.db.as(theServer, (sql) => findOutcome(sql, flowId.toLowerCase()))
    : null
  if (!flow) throw relayStateNotFound()

  return flow
}

/** A PKCE client gets a code that is useless without its verifier; others get the session. */
type Finished = { code: string } | { session: SessionJson }

/** Signs in by an outcome that `acceptResponse` kept. The caller has checked that the browser is the one that began. */
export async function finishSsoSignIn(
  needs: Identity,
  flow: FinishedFlow,
  client: Client,
): Promise<Finished> {
  const event = {
    action: 'login',
    actor: {},
    client,
    traits: { provider: providerName(flow.sso_provider_id), method: SSO_METHOD },
  } as const
  const isTaken = await needs.db.as(theServer, (sql) => deleteFlow(sql, flow.id))
  if (!isTaken) throw relayStateNotFound()

  return recordingRefusal(needs, event, async () => {
    const outcome = openOutcome(needs, flow.id, flow.outcome_sealed)
    if (needs.clock.now().getTime() - flow.outcome_at.getTime() > OUTCOME_TTL_MS) {
      throw relayStateExpired()
    }

    const finished = await admittingNewUser(needs, client, (admitted) =>
      retryIfTaken(() =>
        needs.db.as(theServer, (sql) => complete(sql, admitted, { flow, outcome, client })),
      ),
    )
    return 'code' in finished ? finished : { session: await sessionReply(needs, finished.opened) }
  })
}

type Completing = {
  flow: FinishedFlow
  outcome: Outcome
  client: Client
}

async function complete(
  sql: Sql,
  needs: Identity,
  { flow, outcome, client }: Completing,
): Promise<{ code: string } | { opened: OpenSession }> {
  const provider = await findProvider(sql, 'id', flow.sso_provider_id)
  if (!provider) throw relayStateNotFound()
  if (provider.disabled) throw ssoProviderDisabled()

  const account = await resolveSsoAccount(sql, needs, { provider, client, person: outcome.person })
  const notAfter = outcome.sessionEndsAt === null ? null : new Date(outcome.sessionEndsAt)
  if (flow.code_challenge !== null && flow.code_challenge_method !== null) {
    const pkce = { challenge: flow.code_challenge, method: flow.code_challenge_method }
    return { code: await issueCode(sql, needs, { account, provider: provider.id, pkce, notAfter }) }
  }

  await record(sql, needs, {
    action: 'login',
    actor: account,
    client,
    traits: { provider: providerName(provider.id), method: SSO_METHOD },
  })
  return {
    opened: await openSession(sql, needs, {
      account,
      method: SSO_METHOD,
      ssoProviderId: provider.id,
      notAfter,
      client,
    }),
  }
}

type Code = {
  account: Account
  provider: string
  pkce: { challenge: string; method: 's256' | 'plain' }
  notAfter: Date | null
}

async function issueCode(
  sql: Sql,
  { clock }: Identity,
  { account, provider, pkce, notAfter }: Code,
): Promise<string> {
  const code = randomUUID()
  await insertCodeFlow(sql, {
    userId: account.id,
    method: SSO_METHOD,
    provider: providerName(provider),
    pkce,
    codeHash: storedHash(code),
    sessionNotAfter: notAfter,
    now: clock.now(),
  })

  return code
}
