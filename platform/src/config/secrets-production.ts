import type { JWK } from 'jose'
import type { AuthConfig } from './auth.ts'
import type { EnvironmentReader } from './environment.ts'
import { isPublishedJwt, weaknessOf, weaknessOfBytes } from './weak-secrets.ts'

const SYMMETRIC_MIN_BYTES = 32
const OPAQUE_PREFIX = /^sb_(publishable|secret)_/

type Checked = { auth: AuthConfig; encryptionKeys: readonly { bytes: Buffer }[] | null }

/** Refuses published or short secrets, which are acceptable only in development. */
export function refuseWeakSecrets(env: EnvironmentReader, config: Checked) {
  const { keys } = config.auth

  refuseWeak(env, 'JWT_SECRET')
  refuseWeak(env, 'PUBLISHABLE_KEY', OPAQUE_PREFIX)
  refuseWeak(env, 'SECRET_KEY', OPAQUE_PREFIX)
  refuseWeak(env, 'METRICS_TOKEN')
  refuseWeakLegacyKey(env, 'ANON_KEY')
  refuseWeakLegacyKey(env, 'SERVICE_ROLE_KEY')
  for (const { bytes } of config.encryptionKeys ?? []) {
    report(env, 'a key of APP_ENCRYPTION_KEYS', weaknessOfBytes(bytes))
  }
  for (const jwk of keys.jwtKeys ?? []) refuseWeakJwk(env, jwk)
}

function refuseWeak(env: EnvironmentReader, name: string, prefix?: RegExp) {
  const secret = env.get(name)
  if (secret !== undefined) report(env, name, weaknessOf(secret, prefix))
}

function refuseWeakLegacyKey(env: EnvironmentReader, name: string) {
  const key = env.get(name)
  if (key === undefined) return
  if (isPublishedJwt(key)) env.problem(`${name} is one that everybody knows`)
  else if (!key.includes('.')) report(env, name, weaknessOf(key))
}

function refuseWeakJwk(env: EnvironmentReader, { kty, k, kid, d }: JWK) {
  if (kty !== 'oct') {
    // Any number is a valid private key of an elliptic curve, including those of tests and examples.
    if (d !== undefined)
      report(env, `JWT_KEYS: the key ${kid}`, weaknessOfBytes(Buffer.from(d, 'base64url')))
    return
  }
  const bytes = Buffer.from(k ?? '', 'base64url')
  if (bytes.length < SYMMETRIC_MIN_BYTES) {
    env.problem(`JWT_KEYS: the key ${kid} must have at least ${SYMMETRIC_MIN_BYTES} bytes`)
  } else {
    report(env, `JWT_KEYS: the key ${kid}`, weaknessOfBytes(bytes))
  }
}

function report(env: EnvironmentReader, what: string, weakness: string | null) {
  if (weakness !== null) env.problem(`${what} ${weakness}`)
}
