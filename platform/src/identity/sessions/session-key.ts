import { randomBytes } from 'node:crypto'
import type { Identity } from '#identity/identity.ts'
import type { SessionRow } from './sessions-table.ts'

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
