import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'

/** A new ES256 key to sign tokens with: small and quick to verify. */
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

/** The keys after a rotation: the new key signs; old keys verify tokens until they expire. */
export const rotated = (keys: readonly JWK[]): JWK[] => [
  newSigningKey(),
  ...keys.map(({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }) => ({
    ...key,
    key_ops: ['verify'],
  })),
]
