import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'

/** A new key to sign tokens with: ES256, small and quick to verify. */
export function newSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    alg: 'ES256',
    use: 'sig',
    key_ops: ['sign', 'verify'],
  } as JWK
}

/** The set after a rotation: a new key signs, and tokens made with the old ones hold until they end. */
export const rotated = (keys: readonly JWK[]): JWK[] => [
  newSigningKey(),
  ...keys.map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }) => ({
    ...key,
    key_ops: ['verify'],
  })),
]
