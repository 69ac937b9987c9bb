import { randomBytes } from 'node:crypto'
import type { Identity } from '#identity/identity.ts'
import type { SessionRow } from './sessions-table.ts'

type Needs = Pick<Identity, 'keyring'>

// With the key at hand, the token that is in use can be made again for whoever holds its parent;
// the database alone holds nothing that opens a session.

const placeOf = (sessionId: string) => `sessions|refresh_key|${sessionId}`

export function newSessionKey({ keyring }: Needs, sessionId: string) {
  const key = randomBytes(32)

  return { key, sealed: keyring.seal(key.toString('base64'), placeOf(sessionId)) }
}

/** null: sealed under a key that was taken off the ring. Its owner signs in again, as if it had ended. */
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

/** The seal under the newest key, when the one at hand is older. */
export function resealed(
  { keyring }: Needs,
  { id, refresh_key_sealed }: Pick<SessionRow, 'id' | 'refresh_key_sealed'>,
): string | null {
  if (!keyring.isOutdated(refresh_key_sealed)) return null

  return keyring.seal(keyring.open(refresh_key_sealed, placeOf(id)), placeOf(id))
}
