import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Digests } from '#sealing/digests.ts'

// A challenge carries its own proof of origin, so that asking for one writes nothing: the login page asks on every visit.

export const CHALLENGE_LIFE_MS = 5 * 60_000

export type ChallengePurpose = 'authentication' | 'registration'

type Bound = {
  purpose: ChallengePurpose
  /** null: for a caller who is not signed in. */
  userId: string | null
}
type Needs = { digests: Digests }

export type NewChallenge = {
  id: string
  /** Base64url, as in options and in the browser's answer. */
  text: string
  expiresAt: Date
}

const ID_BYTES = 16
const DATE_BYTES = 6
const MAC_BYTES = 32
const DIGEST_PURPOSE = 'webauthn challenge'

export function newChallenge({ digests }: Needs, now: Date, bound: Bound): NewChallenge {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS)
  const mac = digests.digest(signedText(id, expiresAt.getTime(), bound), DIGEST_PURPOSE)
  const end = Buffer.alloc(DATE_BYTES)
  end.writeUIntBE(expiresAt.getTime(), 0, DATE_BYTES)
  const bytes = Buffer.concat([idBytes(id), end, Buffer.from(mac, 'hex')])

  return { id, text: bytes.toString('base64url'), expiresAt }
}

/** The id and end of one of our challenges for this purpose and user; null for any other text. */
export function readChallenge(
  { digests }: Needs,
  text: string,
  bound: Bound,
): { id: string; expiresAt: Date } | null {
  const bytes = Buffer.from(text, 'base64url')
  // Decoding ignores stray characters, so other spellings of the same bytes are refused here.
  if (bytes.length !== ID_BYTES + DATE_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) {
    return null
  }
  const id = idText(bytes.subarray(0, ID_BYTES))
  const end = bytes.readUIntBE(ID_BYTES, DATE_BYTES)
  const mac = bytes.subarray(ID_BYTES + DATE_BYTES)
  const isOurs = digests
    .candidates(signedText(id, end, bound), DIGEST_PURPOSE)
    .some((candidate) => timingSafeEqual(Buffer.from(candidate, 'hex'), mac))

  return isOurs ? { id, expiresAt: new Date(end) } : null
}

const signedText = (id: string, end: number, { purpose, userId }: Bound) =>
  [id, end, purpose, userId ?? ''].join('|')

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idText = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
