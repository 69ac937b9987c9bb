import { randomUUID } from 'node:crypto'
import { theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import { recordingRefusal } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { redirectTarget } from '#identity/redirect-target.ts'
import type { ServiceProvider } from '#identity/service-provider.ts'
import { requireSaml } from './begin-sign-in.ts'
import { personIn } from './claims.ts'
import {
  idpNotFound,
  relayStateExpired,
  relayStateNotFound,
  ssoProviderDisabled,
} from './errors.ts'
import { insertFlow, type SamlFlow, spendFlow, storeOutcome } from './flows-table.ts'
import { type Outcome, sealOutcome } from './outcome.ts'
import { providerName } from './provider-name.ts'
import { findProvider, type ProviderRow } from './providers-table.ts'
import { type ResponseDocument, readResponse } from './response-document.ts'
import { acceptSigned, signedIn } from './verify-response.ts'

export const FLOW_TTL_MS = 5 * 60_000

export type PostedResponse = { response: string; relayState: string; client: Client }

/** A refusal of a flow that was found, whose client waits for the answer. */
export type Accepted = { flow: SamlFlow } & ({ refused: unknown } | { refused?: never })

/**
 * Verifies a response and keeps what it says for the browser that began the sign-in. A cross-site POST carries no cookie, so nobody is signed
 * in here. Throws if no flow is found.
 */
export async function acceptResponse(
  needs: Identity,
  { response, relayState, client }: PostedResponse,
): Promise<Accepted> {
  const saml = requireSaml(needs)
  const document = readResponse(response)
  const { flow, provider } = isUuid(relayState)
    ? await spend(needs, relayState)
    : await beginAtProvider(needs, saml, document, relayState)
  const event = {
    action: 'login',
    actor: {},
    client,
    traits: { provider: providerName(provider.id), method: 'sso/saml' },
  } as const

  try {
    const outcome = await recordingRefusal(needs, event, () =>
      verify(needs, { saml, provider, flow, document }),
    )
    await keep(needs, flow, outcome)
    return { flow }
  } catch (refused) {
    return { flow, refused }
  }
}

type Found = { flow: SamlFlow; provider: ProviderRow }

/** Committed before anything else is looked at, so that a RelayState gives one attempt. */
async function spend(needs: Identity, flowId: string): Promise<Found> {
  const now = needs.clock.now()
  const flow = await needs.db.as(theServer, (sql) => spendFlow(sql, flowId.toLowerCase(), now))
  const provider =
    flow && (await needs.db.as(theServer, (sql) => findProvider(sql, 'id', flow.sso_provider_id)))
  if (!provider) throw relayStateNotFound()
  if (now.getTime() - flow.created_at.getTime() > FLOW_TTL_MS) throw relayStateExpired()

  return { flow, provider }
}

/** The RelayState of such a sign-in may name a page of the product. */
async function beginAtProvider(
  needs: Identity,
  saml: ServiceProvider,
  { issuer }: ResponseDocument,
  relayState: string,
): Promise<Found> {
  if (!saml.idpInitiated) throw relayStateNotFound()
  const now = needs.clock.now()
  const provider = await needs.db.as(theServer, (sql) =>
    findProvider(sql, 'entity_id', issuer ?? ''),
  )
  if (!provider) throw idpNotFound()

  const flow = {
    id: randomUUID(),
    sso_provider_id: provider.id,
    request_id: null,
    redirect_to: redirectTarget(needs.settings, relayState),
    code_challenge: null,
    code_challenge_method: null,
    created_at: now,
  }
  return { flow, provider }
}

type Answered = Found & { saml: ServiceProvider; document: ResponseDocument }

async function verify(
  needs: Identity,
  { saml, provider, flow, document }: Answered,
): Promise<Outcome> {
  if (provider.disabled) throw ssoProviderDisabled()
  const answer = { saml, provider, requestId: flow.request_id, document }
  const accepted = await acceptSigned(needs, answer, await signedIn(needs, answer))

  return {
    person: personIn(accepted, provider.attribute_mapping),
    sessionEndsAt: accepted.sessionEndsAt?.toISOString() ?? null,
  }
}

async function keep(needs: Identity, flow: SamlFlow, outcome: Outcome): Promise<void> {
  const now = needs.clock.now()
  const sealed = sealOutcome(needs, flow.id, outcome)

  await needs.db.as(theServer, async (sql) => {
    if (flow.request_id === null) await insertFlow(sql, flow, now)
    await storeOutcome(sql, { id: flow.id, sealed, now })
  })
}
