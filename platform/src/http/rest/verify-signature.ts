import {
  compactVerify,
  createLocalJWKSet,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import { echo } from '#errors/echo.ts'
import { claimsRefused, tokenRefused } from './jwt-errors.ts'

export type Claims = Readonly<Record<string, unknown>>

const HMAC = ['HS256', 'HS384', 'HS512']
const PUBLIC_KEY = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
const ALGORITHMS = [...HMAC, ...PUBLIC_KEY, 'EdDSA']
const UNSECURED = "JWT is unsecured but expected 'alg' was not 'none'"

/** Verifies tokens with a secret: a text, a JWK, or a JWK set as JSON. */
export function signatureVerifier(secret: string): (token: string) => Promise<Claims> {
  const verify = verifierFor(secret)

  return async (token) => {
    if (token === '') throw tokenRefused('Empty JWT is sent in Authorization header')
    const parts = token.split('.').length
    if (parts !== 3) throw tokenRefused(`Expected 3 parts in JWT; got ${parts}`)
    const algorithm = algorithmOf(token)
    if (!ALGORITHMS.includes(algorithm)) {
      throw tokenRefused(
        'Wrong or unsupported encoding algorithm',
        algorithm === 'none' ? UNSECURED : `Unsupported: ${echo(algorithm)}`,
      )
    }

    const { payload } = await verify(token).catch(() => {
      throw tokenRefused(
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      )
    })
    return claimsIn(payload)
  }
}

function verifierFor(secret: string) {
  if (secret.trimStart().startsWith('{')) {
    const json = JSON.parse(secret) as JWK | JSONWebKeySet
    const keys = createLocalJWKSet(
      'keys' in json ? (json as JSONWebKeySet) : { keys: [json as JWK] },
    )
    return (token: string) => compactVerify(token, keys, { algorithms: ALGORITHMS })
  }

  const key = new TextEncoder().encode(secret)
  return (token: string) => compactVerify(token, key, { algorithms: HMAC })
}

function algorithmOf(token: string): string {
  try {
    return String(decodeProtectedHeader(token).alg)
  } catch {
    throw tokenRefused('JWT cryptographic operation failed')
  }
}

function claimsIn(payload: Uint8Array): Claims {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims))
      return { ...claims }
  } catch {
    // A signed payload that is not JSON gets the same error as JSON that is not an object.
  }
  throw claimsRefused('Parsing claims failed')
}
