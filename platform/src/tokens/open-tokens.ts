import { createHmac, sign } from 'node:crypto'
import { id } from '@app/contract/id'
import { decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type Clock, secondsNow } from '#clock/clock.ts'
import { importKeys, type Key, type KeyMaterial, type Signer } from './keys.ts'
import { rememberVerified } from './remember-verified.ts'

export type Claims = JWTPayload & Readonly<Record<string, unknown>>

export type Refusal = 'malformed' | 'unknown key' | 'bad signature' | 'expired' | 'not valid yet'

/** The result of reading a token. Each surface has its own error for a refusal, so this does not throw. */
export type Verdict = { claims: Claims } | { refused: Refusal }

export type Tokens = {
  /** The caller sets `exp` and all other claims; `iat` is now. */
  sign(claims: Claims): Promise<string>
  /** Returns no promise for a token that was verified before. */
  read(token: string): Verdict | Promise<Verdict>
  published: JWK[]
  /** The algorithm of new tokens. */
  algorithm: string
}

export async function openTokens(
  material: KeyMaterial,
  clock: Clock,
  mostCharacters?: number,
): Promise<Tokens> {
  const keys = await importKeys(material)
  const verified = rememberVerified<Claims>(clock, (claims) => claims, mostCharacters)

  const readNew = async (token: string): Promise<Verdict> => {
    const key = keyFor(token, keys.find)
    if (typeof key === 'string') return { refused: key }

    const verdict = await verify(token, key, clock)
    if ('claims' in verdict) verified.add(token, verdict.claims)
    return verdict
  }

  return {
    sign: tokenSigner(keys.signer, clock),
    read: (token) => {
      const known = verified.find(token)
      return known ? judgeTime(known, clock) : readNew(token)
    },
    published: keys.published,
    algorithm: keys.signer.alg,
  }
}

type Find = (header: { kid?: unknown; alg?: unknown }) => Key | undefined

function keyFor(token: string, find: Find): Key | Refusal {
  try {
    return find(decodeProtectedHeader(token)) ?? 'unknown key'
  } catch {
    return 'malformed'
  }
}

async function verify(token: string, { key, alg }: Key, clock: Clock): Promise<Verdict> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [alg],
      currentDate: clock.now(),
    })
    return { claims: withPlainIds(payload) }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { refused: 'expired' }
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
      return { refused: 'not valid yet' }
    const isSignature =
      error instanceof errors.JWSSignatureVerificationFailed ||
      error instanceof errors.JOSEAlgNotAllowed
    return { refused: isSignature ? 'bad signature' : 'malformed' }
  }
}

/** Other issuers may spell ids in capitals, but limits, audit lines and files compare them as text. */
function withPlainIds(claims: Claims): Claims {
  const { data: sub = claims.sub } = id.safeParse(claims.sub)
  const { data: session = claims.session_id } = id.safeParse(claims.session_id)

  return {
    ...claims,
    ...(sub !== undefined && { sub }),
    ...(session !== undefined && { session_id: session }),
  }
}

/** The signature was already verified, so only the times are checked. */
function judgeTime(claims: Claims, clock: Clock): Verdict {
  const seconds = secondsNow(clock)
  if (claims.exp !== undefined && claims.exp <= seconds) return { refused: 'expired' }
  if (claims.nbf !== undefined && claims.nbf > seconds) return { refused: 'not valid yet' }

  return { claims }
}

type SignToken = (claims: JWTPayload) => Promise<string>

/**
 * Signs tokens with one key. HMAC and P-256 are faster here than in the library, which uses another thread; other algorithms are left to
 * it.
 */
function tokenSigner(signer: Signer, clock: Clock): SignToken {
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
