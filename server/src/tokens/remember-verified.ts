import type { JWTPayload } from 'jose'

const MOST_TOKENS = 10_000

/**
 * Tokens whose signature was found good: checking an ES256 one again costs a third of a millisecond,
 * and a client shows the same token with every request for an hour. The oldest make room.
 */
export function rememberVerified() {
  const verified = new Map<string, JWTPayload>()

  return {
    find: (token: string) => verified.get(token),
    add: (token: string, claims: JWTPayload) => {
      for (const oldest of verified.keys()) {
        if (verified.size < MOST_TOKENS) break
        verified.delete(oldest)
      }
      verified.set(token, claims)
    },
  }
}
