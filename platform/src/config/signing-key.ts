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

/** The keys after a rotation in one step: the new key signs; the others verify tokens until they expire. */
export const rotated = (keys: readonly JWK[]): JWK[] => [newSigningKey(), ...keys.map(verifyOnly)]

// With several servers a rotation takes two steps: each server has to know a key before another signs with it.

/** The keys with a new one that every server verifies by, and none signs with yet. */
export const announced = (keys: readonly JWK[]): JWK[] => [
  { ...newSigningKey(), key_ops: ['verify'] },
  ...keys.filter((key) => !isAnnounced(key)),
]

/** The announced key signs; null if none was announced. */
export function using(keys: readonly JWK[]): JWK[] | null {
  if (!keys.some(isAnnounced)) return null

  return keys.map((key) =>
    isAnnounced(key) ? { ...key, key_ops: ['sign', 'verify'] } : verifyOnly(key),
  )
}

/** null if no key has this id, or it still signs or was announced. */
export function without(keys: readonly JWK[], kid: string): JWK[] | null {
  const key = keys.find((one) => one.kid === kid)
  if (!key || key.key_ops?.includes('sign') || isAnnounced(key)) return null

  return keys.filter((one) => one !== key)
}

const isAnnounced = ({ kty, d, key_ops }: JWK) =>
  kty !== 'oct' && d !== undefined && !key_ops?.includes('sign')

const verifyOnly = ({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...key }: JWK): JWK => ({
  ...key,
  key_ops: ['verify'],
})
