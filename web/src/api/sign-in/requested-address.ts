import { forgetStored, readStored, writeStored } from '#browser/storage.ts'

const KEY = 'asked-address'
const KEPT_MS = 24 * 60 * 60_000

/** The address for which this browser requested a mail, for expired links. */
export function rememberRequestedAddress(email: string): void {
  writeStored(KEY, JSON.stringify({ email, at: Date.now() }))
}

export function requestedAddress(): string | null {
  try {
    const { email, at } = JSON.parse(readStored(KEY) ?? 'null') as { email: string; at: number }
    if (Date.now() - at < KEPT_MS) return email
  } catch {
    // Nothing is stored, or not by us.
  }
  forgetStored(KEY)
  return null
}
