import type { Clock } from '#clock/clock.ts'

/** Some ten thousand ordinary tokens. With what was read from it, one takes about four times its length. */
const MOST_CHARACTERS = 8 * 1024 * 1024
/** A longer one carries much metadata; to check it anew costs less than to keep it. */
const LONGEST_TOKEN = 4096
const SWEEP_EVERY_MS = 60_000

type Remembered<Value> = { value: Value; expiresMs: number }

/**
 * Tokens whose signature was found good: checking an ES256 one again costs a third of a millisecond,
 * and a client shows the same token with every request for an hour. Expired ones leave within a minute of use,
 * the oldest make room.
 */
export function rememberVerified<Value>(
  clock: Clock,
  claimsOf: (value: Value) => { exp?: unknown },
  mostCharacters = MOST_CHARACTERS,
) {
  const verified = new Map<string, Remembered<Value>>()
  let characters = 0
  let sweptMs = clock.now().getTime()

  const forget = (token: string) => {
    if (verified.delete(token)) characters -= token.length
  }
  const sweep = (nowMs: number) => {
    // Also when a moved clock went back.
    if (Math.abs(nowMs - sweptMs) < SWEEP_EVERY_MS) return
    sweptMs = nowMs
    for (const [token, { expiresMs }] of verified) if (expiresMs <= nowMs) forget(token)
  }

  return {
    find: (token: string): Value | undefined => verified.get(token)?.value,
    add: (token: string, value: Value) => {
      sweep(clock.now().getTime())
      if (token.length > LONGEST_TOKEN) return

      forget(token)
      const { exp } = claimsOf(value)
      verified.set(token, { value, expiresMs: typeof exp === 'number' ? exp * 1000 : Infinity })
      characters += token.length
      for (const oldest of verified.keys()) {
        if (characters <= mostCharacters) break
        forget(oldest)
      }
    },
    size: () => ({ tokens: verified.size, characters }),
  }
}
