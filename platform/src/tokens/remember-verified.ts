import { BoundedCache, byLength } from '#cache/bounded-cache.ts'
import type { Clock } from '#clock/clock.ts'

/** About ten thousand ordinary tokens. With its claims, one takes about four times its length. */
const MOST_CHARACTERS = 8 * 1024 * 1024
/** A longer one carries much metadata; verifying it again costs less than keeping it. */
const LONGEST_TOKEN = 4096
const SWEEP_EVERY_MS = 60_000

type Remembered<Value> = { value: Value; expiresMs: number }

/**
 * Tokens whose signature was verified: verifying an ES256 one again costs a third of a millisecond, and a client
 * shows the same token with every request for an hour. Expired ones are deleted within a minute of use.
 */
export function rememberVerified<Value>(
  clock: Clock,
  claimsOf: (value: Value) => { exp?: unknown },
  mostCharacters = MOST_CHARACTERS,
) {
  const verified = new BoundedCache<Remembered<Value>>({
    most: mostCharacters,
    weigh: byLength,
    longestKey: LONGEST_TOKEN,
    whenFull: 'drop oldest',
  })
  let sweptMs = clock.now().getTime()

  const sweep = (nowMs: number) => {
    // Also when a moved clock went back.
    if (Math.abs(nowMs - sweptMs) < SWEEP_EVERY_MS) return
    sweptMs = nowMs
    verified.deleteWhere(({ expiresMs }) => expiresMs <= nowMs)
  }

  return {
    find: (token: string): Value | undefined => verified.get(token)?.value,
    add: (token: string, value: Value) => {
      sweep(clock.now().getTime())
      const { exp } = claimsOf(value)
      verified.set(token, { value, expiresMs: typeof exp === 'number' ? exp * 1000 : Infinity })
    },
    size: () => {
      const { entries, weight } = verified.size()
      return { tokens: entries, characters: weight }
    },
  }
}
