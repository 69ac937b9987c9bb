import type { JWK } from 'jose'
import * as z from 'zod/mini'
import type { EnvironmentReader } from './environment.ts'

export type AuthKeysConfig = {
  /** null: HS256 tokens that name no key are refused. */
  jwtSecret: string | null
  /** null: see secrets.ts. */
  jwtKeys: JWK[] | null
  anonKey: string | null
  serviceRoleKey: string | null
  publishableKey: string | null
  secretKey: string | null
}

export function readAuthKeys(env: EnvironmentReader): AuthKeysConfig {
  const optional = (name: string) => env.get(name) ?? null

  return {
    jwtSecret: readSecret(env),
    jwtKeys: readJwtKeys(env),
    anonKey: optional('ANON_KEY'),
    serviceRoleKey: optional('SERVICE_ROLE_KEY'),
    publishableKey: readOpaque(env, 'PUBLISHABLE_KEY', 'sb_publishable_'),
    secretKey: readOpaque(env, 'SECRET_KEY', 'sb_secret_'),
  }
}

const SECRET_MIN_LENGTH = 32

function readSecret(env: EnvironmentReader): string | null {
  const secret = env.get('JWT_SECRET')
  if (secret !== undefined && secret.length < SECRET_MIN_LENGTH) {
    env.problem(`JWT_SECRET must have at least ${SECRET_MIN_LENGTH} characters`)
  }
  return secret ?? null
}

const jwk = z.looseObject({
  kid: z.string().check(z.minLength(1)),
  kty: z.enum(['EC', 'RSA', 'OKP', 'oct']),
  alg: z.optional(z.enum(['HS256', 'RS256', 'RS512', 'ES256', 'ES512', 'EdDSA'])),
  key_ops: z.optional(z.array(z.string())),
})
// Other servers of this kind are configured with a bare list.
const jwkSet = z.union([z.array(jwk), z.object({ keys: z.array(jwk) })])

function readJwtKeys(env: EnvironmentReader): JWK[] | null {
  const text = env.get('JWT_KEYS')
  if (text === undefined) return null

  const parsed = jwkSet.safeParse(
    fromJson(text.startsWith('{') || text.startsWith('[') ? text : fromBase64(text)),
  )
  const keys = parsed.success ? (Array.isArray(parsed.data) ? parsed.data : parsed.data.keys) : []
  const signing = keys.filter((key) => key.key_ops?.includes('sign'))
  const kids = new Set(keys.map(({ kid }) => kid))
  if (signing.length !== 1 || kids.size !== keys.length) {
    env.problem(
      'JWT_KEYS must be a JWK set, or the base64 of one, in which each key has a kid of its own and exactly one the key_ops "sign"',
    )
  }
  return keys as JWK[]
}

/** For env files: shells, Docker and systemd treat quotes differently, and JSON contains many. */
export const jwtKeysText = (keys: readonly JWK[]): string =>
  Buffer.from(JSON.stringify({ keys })).toString('base64url')

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString()

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readOpaque(env: EnvironmentReader, name: string, prefix: string): string | null {
  const key = env.get(name)
  if (key === undefined) return null
  if (!key.startsWith(prefix) || key.length < prefix.length + 20) {
    env.problem(`${name} must begin with ${prefix} and go on with at least 20 characters`)
  }
  return key
}
