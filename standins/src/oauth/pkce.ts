import { createHash } from 'node:crypto'

/** A SHA-256 in base64url has 43 characters. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Only S256 is supported; a request without a challenge is valid. */
export const hasValidChallenge = (query: Readonly<Record<string, string>>): boolean =>
  query.code_challenge === undefined
    ? query.code_challenge_method === undefined
    : query.code_challenge_method === 'S256' && isChallenge(query.code_challenge)

/** A code issued with a challenge needs its verifier; a code without one needs none. */
export function matchesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return true
  if (verifier === undefined) return false

  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
