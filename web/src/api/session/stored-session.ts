import type { Session as Tokens } from '@supabase/auth-js'
import { readStored } from '#browser/storage.ts'
import { readConfigScript } from '#config/config-script.ts'
import { sessionStorageKey } from './session-storage-key.ts'

/** The identity client renews a token this long before it expires, so it counts as expired from then on. */
const MARGIN_MS = 90_000

export type StoredSession = Tokens & { expires_at: number }

export function hasStoredSession(): boolean {
  return readStored(storageKey()) !== null
}

/** The tokens that the identity client has stored, even if expired. */
export function storedTokens(): StoredSession | null {
  return parse(readStored(storageKey()))
}

/** The stored tokens, unless they must be renewed. */
export function freshSession(): StoredSession | null {
  const stored = storedTokens()

  return stored && timeLeftMs(stored) > 0 ? stored : null
}

/** The time until the identity client must renew it. */
export function timeLeftMs({ expires_at }: StoredSession): number {
  return expires_at * 1000 - MARGIN_MS - Date.now()
}

export function storageKey(): string {
  return sessionStorageKey(readConfigScript().apiUrl)
}

function parse(text: string | null): StoredSession | null {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<StoredSession> | null
    return stored?.access_token && stored.expires_at ? (stored as StoredSession) : null
  } catch {
    return null
  }
}
