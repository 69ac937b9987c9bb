import { createHmac, sign } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { type Clock, secondsNow } from '#clock/clock.ts'
import type { Signer } from './keys.ts'

type SignToken = (claims: JWTPayload) => Promise<string>

/**
 * Signs tokens with one key. HMAC and P-256 are faster here than in the library, which uses another thread; other algorithms are left to
 * it.
 */
export function tokenSigner(signer: Signer, clock: Clock): SignToken {
  const { kid, alg, key } = signer
  const header = { alg, typ: 'JWT', ...(kid && { kid }) }
  const signature = quickSignature(signer)

  if (!signature) {
    return (claims) =>
      new SignJWT(claims).setProtectedHeader(header).setIssuedAt(clock.now()).sign(key)
  }
  const encodedHeader = encoded(header)
  return async (claims) => {
    const iat = secondsNow(clock)
    const content = `${encodedHeader}.${encoded({ ...claims, iat })}`

    return `${content}.${signature(content).toString('base64url')}`
  }
}

function quickSignature({ alg, key }: Signer): ((content: string) => Buffer) | null {
  if (alg === 'HS256') return (content) => createHmac('sha256', key).update(content).digest()
  if (alg !== 'ES256') return null

  const signing = { key, dsaEncoding: 'ieee-p1363' } as const
  return (content) => sign('sha256', Buffer.from(content), signing)
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
