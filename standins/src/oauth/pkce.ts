import { createHash } from 'node:crypto'

/** A SHA-256 in base64url has 43 characters. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Whoever began with a challenge must end with its verifier, and nobody else has one. */
export function keepsPromise(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return true
  if (verifier === undefined) return false

  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
