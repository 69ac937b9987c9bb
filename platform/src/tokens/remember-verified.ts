import { BoundedCache, byLength } from '#cache/bounded-cache.ts'
import type { Clock } from '#clock/clock.ts'

/** Enough for about ten thousand ordinary tokens. Including its claims, a token takes about four times its length. */
const MOST_CHARACTERS = 8 * 1024 * 1024
/** A longer token contains much metadata; verifying it again costs less than caching it. */
const LONGEST_TOKEN = 4096
const SWEEP_EVERY_MS = 60_000

type Remembered<Value> = { value: Value; expiresMs: number }

/**
 * Caches verified tokens: verifying ES256 takes a third of a millisecond, and clients reuse tokens for an hour. Expired
 * ones are deleted within a minute of use.
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
    // Also runs if a moved clock went back.
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
