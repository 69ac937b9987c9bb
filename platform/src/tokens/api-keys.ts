import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tokens } from './open-tokens.ts'

export type ApiRole = 'anon' | 'service_role'

export type ConfiguredApiKeys = {
  publishable: string | null
  secret: string | null
  /** Legacy keys that were handed out once; others of their kind are known by their signature. */
  anon: string | null
  serviceRole: string | null
}

export type ApiKeys = {
  /** The role behind a key in the `apikey` header; null when it is none of ours. */
  roleOf(key: string): Promise<ApiRole | null>
  /** The same, but only for keys that are not tokens. */
  roleOfOpaque(key: string): ApiRole | null
}

export function openApiKeys(configured: ConfiguredApiKeys, tokens: Tokens): ApiKeys {
  const opaque = keysOf([
    [configured.publishable, 'anon'],
    [configured.secret, 'service_role'],
  ])
  const handedOut = keysOf([
    [configured.anon, 'anon'],
    [configured.serviceRole, 'service_role'],
  ])

  return {
    // Their beginning is no secret, and spares tokens the digest.
    roleOfOpaque: (key) => (key.startsWith('sb_') ? roleIn(opaque, key) : null),
    roleOf: async (key) => {
      const known = roleIn(opaque, key) ?? roleIn(handedOut, key)
      if (known) return known

      const verdict = await tokens.read(key)
      return 'claims' in verdict ? keyRole(verdict.claims.role) : null
    },
  }
}

type KnownKey = { digest: Buffer; role: ApiRole }

const keysOf = (pairs: [string | null, ApiRole][]): KnownKey[] =>
  pairs.flatMap(([key, role]) => (key === null ? [] : [{ digest: digestOf(key), role }]))

/** Digests are compared, so that neither the length nor the beginning of a key shows in the time. */
function roleIn(known: readonly KnownKey[], key: string): ApiRole | null {
  const digest = digestOf(key)

  return known.find((one) => timingSafeEqual(one.digest, digest))?.role ?? null
}

const digestOf = (key: string) => createHash('sha256').update(key).digest()

const keyRole = (role: unknown): ApiRole | null =>
  role === 'anon' || role === 'service_role' ? role : null
