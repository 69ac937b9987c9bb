import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tokens } from './open-tokens.ts'

export type ApiRole = 'anon' | 'service_role'

export type ConfiguredApiKeys = {
  publishable: string | null
  secret: string | null
  /** Configured legacy keys; other legacy keys are recognised by their signature. */
  anon: string | null
  serviceRole: string | null
}

export type ApiKeys = {
  /** The role of a key in the `apikey` header; null if the key is unknown. */
  roleOf(key: string): Promise<ApiRole | null>
  /** The same, but ignores keys that are tokens. */
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
    // The public prefix avoids computing a digest for tokens.
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

/** Compares digests, so that timing reveals neither length nor beginning of a key. */
function roleIn(known: readonly KnownKey[], key: string): ApiRole | null {
  const digest = digestOf(key)

  return known.find((one) => timingSafeEqual(one.digest, digest))?.role ?? null
}

const digestOf = (key: string) => createHash('sha256').update(key).digest()

const keyRole = (role: unknown): ApiRole | null =>
  role === 'anon' || role === 'service_role' ? role : null
