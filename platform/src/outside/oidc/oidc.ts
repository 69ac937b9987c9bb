import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  clockSkew,
  discovery,
  type ServerMetadata,
} from 'openid-client'
import type { Clock } from '#clock/clock.ts'
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
  const { name, issuer, clientIds, clientSecret, limitMs = LIMIT_MS, keyCooldownMs } = settings
  const isPlain = new URL(issuer).protocol === 'http:'
  const [clientId] = clientIds

  const discovered = keepFor(DISCOVERY_KEPT_MS, clock, async () => {
    const server = await discover(issuer, clientId, { name, limitMs, isPlain })
    const keysAt = new URL(server.jwks_uri ?? '', issuer)
    const keys = createRemoteJWKSet(keysAt, {
      timeoutDuration: limitMs,
      cooldownDuration: keyCooldownMs ?? KEY_COOLDOWN_MS,
    })
    return { server, keys }
  })

  return {
    settings,
    clock,
    async configuration() {
      const { server } = await discovered()
      const skew = { client_secret: clientSecret, [clockSkew]: clock.offsetMs() / 1000 }
      const made = new Configuration(server, clientId, skew, ClientSecretPost(clientSecret))
      made.timeout = limitMs / 1000
      if (isPlain) allowInsecureRequests(made)
      return made
    },
    keys: async () => (await discovered()).keys,
  }
}

async function discover(
  issuer: string,
  clientId: string,
  { name, limitMs, isPlain }: { name: ProviderName; limitMs: number; isPlain: boolean },
): Promise<ServerMetadata> {
  try {
    const configuration = await discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: limitMs / 1000,
      execute: isPlain ? [allowInsecureRequests] : [],
    })
    return configuration.serverMetadata()
  } catch (error) {
    throw oidcFailure(name, error)
  }
}
