import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { secondsNow } from '#clock/clock.ts'
import { invalidParameter, invalidSignature, invalidToken } from './errors.ts'
import type { Files } from './files.ts'
import type { ObjectPath } from './objects-table.ts'

type Needs = Pick<Files, 'clock' | 'linkKeys'>

/** Marks links: no key of the identity service has this id, so no link is accepted as a session. */
const KEY_ID = 'storage-links'
const HEADER = { alg: 'HS256', typ: 'JWT', kid: KEY_ID }
const LATEST_S = 8_640_000_000_000

export type LinkClaims =
  | { scope: 'download' }
  | {
      scope: 'upload'
      owner?: string | undefined
      /** The owner's session; the link is valid only while it lasts. */
      session?: string | undefined
      upsert: boolean
    }

type OpenedLink<Scope> = Extract<LinkClaims, { scope: Scope }> & { expiresAt: Date }

export const pathOf = ({ bucketId, name }: ObjectPath): string => `${bucketId}/${name}`

export async function signLink(
  { clock, linkKeys }: Needs,
  place: ObjectPath,
  claims: LinkClaims,
  lifetimeS: number,
): Promise<string> {
  const nowS = secondsNow(clock)
  const key = linkKeys.at(-1)
  if (!key) throw new Error('Links need a key')
  if (nowS + lifetimeS > LATEST_S) throw invalidParameter('expiresIn is too far away')

  return new SignJWT({ url: pathOf(place), ...claims })
    .setProtectedHeader(HEADER)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + lifetimeS)
    .sign(key)
}

/** Accepted only for the file, purpose and time it was signed for. */
export async function openLink<Scope extends LinkClaims['scope']>(
  { clock, linkKeys }: Needs,
  place: ObjectPath,
  token: string,
  scope: Scope,
): Promise<OpenedLink<Scope>> {
  const { url, exp = 0, ...claims } = await verify(token, linkKeys, clock.now())
  if (url !== pathOf(place)) throw invalidSignature()
  if (claims.scope !== scope) throw invalidSignature(`Token is not scoped for ${scope}`)

  // The signature is ours, so the other claims are as we wrote them.
  return { ...(claims as OpenedLink<Scope>), expiresAt: new Date(exp * 1000) }
}

async function verify(
  token: string,
  [key, ...others]: readonly Uint8Array[],
  now: Date,
): Promise<JWTPayload> {
  if (!key) throw new Error('Links need a key')
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['exp', 'url', 'scope'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed && others.length > 0)
      return verify(token, others, now)
    throw invalidToken(error instanceof errors.JOSEError ? error.message : 'Invalid JWT', error)
  }
}
