import * as z from 'zod/mini'
import type { Identity } from '#identity/identity.ts'
import { FetchFailed, fetchPublic } from '#outside/fetch-public.ts'
import { badIssuer } from './errors.ts'

const MOST_BYTES = 1024 * 1024

const names = z.optional(z.array(z.string()))

/** What Supabase Auth shows of it. */
const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.optional(z.string()),
  revocation_endpoint: z.optional(z.string()),
  scopes_supported: names,
  response_types_supported: names,
  subject_types_supported: names,
  id_token_signing_alg_values_supported: names,
})

export type DiscoveryDocument = z.infer<typeof discoveryDocument>

/** Reads what the issuer publishes, for an admin. The issuer in it is the one whose tokens count. */
export async function readDiscovery(
  { customLoopback }: Pick<Identity['settings'], 'customLoopback'>,
  issuer: string,
): Promise<DiscoveryDocument> {
  const options = { mostBytes: MOST_BYTES, allowsLoopback: customLoopback }
  const text = await fetchPublic(addressOf(issuer), options).catch((error) => {
    throw error instanceof FetchFailed ? badIssuer(error.message) : error
  })
  const parsed = z.safeParse(discoveryDocument, jsonOf(text))
  if (!parsed.success) throw badIssuer('it lacks an issuer, an endpoint or the keys')

  const found = parsed.data
  if (!isSameAddress(found.issuer, issuer)) throw badIssuer('it names another issuer')
  for (const endpoint of [found.authorization_endpoint, found.token_endpoint, found.jwks_uri]) {
    if (!isWebAddress(endpoint, customLoopback)) {
      throw badIssuer('its endpoints must begin with https:')
    }
  }
  return found
}

const addressOf = (issuer: string) =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badIssuer('it is not JSON')
  }
}

const isSameAddress = (one: string, other: string) =>
  URL.canParse(one) && new URL(one).href === new URL(other).href

function isWebAddress(address: string, allowsPlain: boolean): boolean {
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''

  return protocol === 'https:' || (allowsPlain && protocol === 'http:')
}
