import { createRemoteJWKSet, customFetch as customKeyFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client'
import type { Clock } from '#clock/clock.ts'
import type { PublicFetch } from '#outside/fetch-public.ts'
import { ProviderError } from '#outside/provider-error.ts'
import type { ProviderName } from '#outside/sign-in-provider.ts'
import { keepFor } from './keep-for.ts'
import { oidcFailure } from './oidc-failure.ts'

const LIMIT_MS = 10_000
const DISCOVERY_KEPT_MS = 60 * 60 * 1000
const KEY_COOLDOWN_MS = 30_000

export type OidcSettings = {
  name: ProviderName
  issuer: string
  /** The first id is used for sign-ins; id tokens for the others are also accepted. */
  clientIds: readonly [string, ...string[]]
  clientSecret: string
  /** Default: those of Google. */
  scopes?: readonly string[]
  /** Sent along to the provider's page; callers cannot change them. */
  parameters?: Readonly<Record<string, string>>
  /** Of id tokens. Default: RS256. */
  algorithms?: string[]
  /** For addresses that need more checks than Google's. */
  fetch?: PublicFetch
  limitMs?: number
  /** After fetching the provider's keys, unknown key ids are refused for this long: forged tokens trigger no calls. */
  keyCooldownMs?: number
}

export type Oidc = {
  settings: OidcSettings
  clock: Clock
  /** The library's configuration, with the current clock offset. */
  configuration(): Promise<Configuration>
  keys(): Promise<JWTVerifyGetKey>
}

/** A provider's discovery document and keys, fetched on first use and then hourly. */
export function openOidc(settings: OidcSettings, clock: Clock): Oidc {
  const { issuer, clientIds, clientSecret, limitMs = LIMIT_MS, keyCooldownMs } = settings
  const isPlain = new URL(issuer).protocol === 'http:'
  const [clientId] = clientIds

  const discovered = keepFor(DISCOVERY_KEPT_MS, clock, async () => {
    const server = await discover(settings, { limitMs, isPlain })
    const keysAt = new URL(server.jwks_uri ?? '', issuer)
    const keys = createRemoteJWKSet(keysAt, {
      timeoutDuration: limitMs,
      cooldownDuration: keyCooldownMs ?? KEY_COOLDOWN_MS,
      ...(settings.fetch && { [customKeyFetch]: settings.fetch }),
    })
    return { server, keys }
  })

  return {
    settings,
    clock,
    async configuration() {
      const { server } = await discovered()
      const skew = { client_secret: clientSecret, [clockSkew]: clock.offsetMs() / 1000 }
      const made = new Configuration(server, clientId, skew, authenticationAt(server, clientSecret))
      if (settings.fetch) made[customFetch] = settings.fetch
      made.timeout = limitMs / 1000
      if (isPlain) allowInsecureRequests(made)
      return made
    },
    keys: async () => (await discovered()).keys,
  }
}

/** A provider that names no way takes the secret in a header. */
function authenticationAt(
  { token_endpoint_auth_methods_supported: ways = [] }: ServerMetadata,
  clientSecret: string,
): ClientAuth {
  return ways.includes('client_secret_post')
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret)
}

async function discover(
  { name, issuer, clientIds: [clientId], fetch }: OidcSettings,
  { limitMs, isPlain }: { limitMs: number; isPlain: boolean },
): Promise<ServerMetadata> {
  try {
    const configuration = await discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: limitMs / 1000,
      execute: isPlain ? [allowInsecureRequests] : [],
      ...(fetch && { [customFetch]: fetch }),
    })
    const metadata = configuration.serverMetadata()
    requireWebAddress(name, metadata.authorization_endpoint, isPlain)

    return metadata
  } catch (error) {
    throw oidcFailure(name, error)
  }
}

/** Browsers are sent there, so it must not be a script. */
function requireWebAddress(name: ProviderName, address = '', isPlain: boolean): void {
  const protocol = URL.canParse(address) ? new URL(address).protocol : ''
  if (protocol === 'https:' || (isPlain && protocol === 'http:')) return

  throw new ProviderError(name, 'unavailable', 'has no authorization endpoint by https')
}
