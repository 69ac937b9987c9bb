import { createHash } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'
import type { Clock } from '#clock/clock.ts'
import type { CustomProviderSettings } from '#identity/custom-provider.ts'
import { publicFetch } from '#outside/fetch-public.ts'
import { oidcSignIn } from '#outside/oidc/sign-in.ts'
import type { SignInProvider } from '#outside/sign-in-provider.ts'

const LIMIT_MS = 3_000
const MOST_BYTES = 1024 * 1024
const MOST_PROVIDERS = 100
/** Those whose at_hash is made with SHA-256; never a shared secret's. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256']

/** Keeps opened providers, and with them what they published, until their settings change. */
export function openCustomProviders(
  { customLoopback: allowsLoopback }: { customLoopback: boolean },
  clock: Clock,
): (settings: CustomProviderSettings) => SignInProvider {
  const opened = new BoundedCache<SignInProvider>({ most: MOST_PROVIDERS, whenFull: 'drop oldest' })
  const fetch = publicFetch({ mostBytes: MOST_BYTES, allowsLoopback })

  return (settings) => {
    const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex')
    const known = opened.get(key)
    if (known) return known

    const made = oidcSignIn(
      { ...settings, limitMs: LIMIT_MS, algorithms: ALGORITHMS, fetch },
      clock,
    )
    opened.set(key, made)
    return made
  }
}
