import { randomUUID } from 'node:crypto'
import { theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import type { Identity } from '#identity/identity.ts'
import type { Redirect } from '#identity/one-time/mail-code.ts'
import type { ServiceProvider } from '#identity/service-provider.ts'
import { providerNotFound, samlDisabled, ssoProviderDisabled } from './errors.ts'
import { insertFlow } from './flows-table.ts'
import { findProvider, type ProviderRow } from './providers-table.ts'
import { readMetadata } from './read-metadata.ts'
import { signRequest } from './sign-request.ts'

export type Wanted = { providerId: string } | { domain: string }

type Needs = Pick<Identity, 'db' | 'clock' | 'saml'>

export function requireSaml({ saml }: Pick<Identity, 'saml'>): ServiceProvider {
  if (!saml) throw samlDisabled()

  return saml
}

/** Stores the sign-in and returns the provider's URL to redirect to, and the flow's id. */
export async function beginSsoSignIn(
  needs: Needs,
  wanted: Wanted,
  redirect: Redirect,
): Promise<{ url: string; flowId: string }> {
  const saml = requireSaml(needs)
  const flowId = randomUUID()
  const requestId = `_${randomUUID()}`
  const now = needs.clock.now()

  const provider = await needs.db.as(theServer, async (sql) => {
    const found =
      'domain' in wanted
        ? await findProvider(sql, 'domain', wanted.domain)
        : await findById(wanted.providerId, (id) => findProvider(sql, 'id', id))
    if (!found) {
      throw 'domain' in wanted
        ? providerNotFound('No SSO provider assigned for this domain')
        : providerNotFound()
    }
    if (found.disabled) throw ssoProviderDisabled()
    await insertFlow(
      sql,
      {
        id: flowId,
        sso_provider_id: found.id,
        request_id: requestId,
        redirect_to: redirect.redirectTo,
        code_challenge: redirect.pkce?.challenge ?? null,
        code_challenge_method: redirect.pkce?.method ?? null,
        created_at: now,
      },
      null,
    )
    return found
  })

  return { flowId, url: requestUrl(saml, provider, { id: requestId, relayState: flowId, now }) }
}

type SentRequest = { id: string; relayState: string; now: Date }

/** The provider's URL with a signed request. */
export const requestUrl = (
  saml: ServiceProvider,
  { metadata_xml, name_id_format }: ProviderRow,
  { id, relayState, now }: SentRequest,
): string =>
  signRequest(saml, {
    id,
    relayState,
    issuedAt: now,
    signInUrl: readMetadata(metadata_xml).signInUrl,
    nameIdFormat: name_id_format ?? PERSISTENT,
  })

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const findById = async (id: string, find: (id: string) => Promise<ProviderRow | null>) =>
  isUuid(id) ? find(id) : null
