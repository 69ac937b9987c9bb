import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Identity } from '#identity/identity.ts'
import type { SessionRow } from './sessions-table.ts'

/** A refresh token contains a session's id and a counter, signed with a key of this session only. */
export type RefreshToken = { sessionId: string; counter: number }

const VERSION = 0
const BODY_BYTES = 1 + 16 + 8
const MAC_BYTES = 16

export function writeRefreshToken({ sessionId, counter }: RefreshToken, key: Buffer): string {
  const body = Buffer.alloc(BODY_BYTES)
  body.writeUInt8(VERSION, 0)
  body.write(sessionId.replaceAll('-', ''), 1, 'hex')
  body.writeBigUInt64BE(BigInt(counter), 17)

  return Buffer.concat([body, macOf(body, key)]).toString('base64url')
}

/** Parses a token without verifying it; `isGenuine` does that. */
export function readRefreshToken(text: string): RefreshToken | null {
  const bytes = Buffer.from(text, 'base64url')
  const isOurs = bytes.length === BODY_BYTES + MAC_BYTES && bytes[0] === VERSION
  // Only one spelling is accepted, because the decoder ignores stray characters.
  if (!isOurs || bytes.toString('base64url') !== text) return null

  const counter = bytes.readBigUInt64BE(17)
  if (counter > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return { sessionId: uuidOf(bytes.subarray(1, 17)), counter: Number(counter) }
}

export function isGenuine(text: string, key: Buffer): boolean {
  const bytes = Buffer.from(text, 'base64url')
  const mac = macOf(bytes.subarray(0, BODY_BYTES), key)

  return timingSafeEqual(mac, bytes.subarray(BODY_BYTES))
}

const macOf = (body: Buffer, key: Buffer) =>
  createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)

const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

type Needs = Pick<Identity, 'keyring'>

// The session's key can reissue the current token to the holder of its parent. The key is stored sealed, so the
// database alone reveals no token.

const placeOf = (sessionId: string) => `sessions|refresh_key|${sessionId}`

export function newSessionKey({ keyring }: Needs, sessionId: string) {
  const key = randomBytes(32)

  return { key, sealed: keyring.seal(key.toString('base64'), placeOf(sessionId)) }
}

/** null if it was sealed with a key that has been removed from the keyring. Then the session counts as ended. */
export function openSessionKey(
  { keyring }: Needs,
  { id, refresh_key_sealed }: Pick<SessionRow, 'id' | 'refresh_key_sealed'>,
): Buffer | null {
  try {
    return Buffer.from(keyring.open(refresh_key_sealed, placeOf(id)), 'base64')
  } catch {
    return null
  }
}

/** The session key, resealed with the newest key; null if that is already the case. */
export function resealed(
  { keyring }: Needs,
  { id, refresh_key_sealed }: Pick<SessionRow, 'id' | 'refresh_key_sealed'>,
): string | null {
  if (!keyring.isOutdated(refresh_key_sealed)) return null

  return keyring.seal(keyring.open(refresh_key_sealed, placeOf(id)), placeOf(id))
}
