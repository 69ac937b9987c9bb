import type { Clock } from '#clock/clock.ts'
import type { Limit } from './limit.ts'

/** A server counts at most so many uses of a bucket before it charges them. */
const LARGEST = 20
/** Of the bucket, so that several servers together exceed a limit by a small part only. */
const LARGEST_SHARE = 1 / 5
const SMALLEST = 8
const CHARGE_EVERY_MS = 4_000
/** What was read of a bucket is used for so long. */
const KNOWN_FOR_MS = 5_000
const MOST_BUCKETS = 50_000
/** Buckets in one statement, which locks their rows. */
const CHARGED_AT_ONCE = 500

type Portion = {
  limit: Limit
  /** The bucket's tokens when it was last read. */
  tokens: number
  readMs: number
  clockOffsetMs: number
  /** Uses that are not yet charged, and those that are being charged now. */
  used: number
  charging: number
}

export type Charge = { key: string; limit: Limit; used: number }

/** Charges buckets, and returns the tokens that are left; without those that no longer exist. */
type ChargeBuckets = (charges: readonly Charge[]) => Promise<Map<string, number>>

/** `unknown`: only the bucket can tell. `used up`: the portion has to be charged first. Otherwise the seconds to wait. */
type Answer = 'taken' | 'unknown' | 'used up' | number

/**
 * Counts uses of large buckets in memory. The first one is always charged in the database. Later ones are charged together, within
 * seconds, and a bucket that is known to be empty refuses without being asked.
 */
export class Portions {
  readonly #clock: Pick<Clock, 'offsetMs'>
  readonly #chargeBuckets: ChargeBuckets
  readonly #known = new Map<string, Portion>()
  #charging: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(clock: Pick<Clock, 'offsetMs'>, chargeBuckets: ChargeBuckets) {
    this.#clock = clock
    this.#chargeBuckets = chargeBuckets
  }

  async take(key: string, limit: Limit): Promise<Exclude<Answer, 'used up'>> {
    for (;;) {
      const answer = this.#takeNow(key, limit)
      if (answer !== 'used up') return answer
      await this.#charge(
        (portion) => 2 * portion.used >= portionOf(portion.limit) || this.#isOutdated(portion),
      )
    }
  }

  #takeNow(key: string, limit: Limit): Answer {
    const portion = this.#known.get(key)
    if (!portion) return 'unknown'
    const used = portion.used + portion.charging
    if (this.#isOutdated(portion)) return used > 0 ? 'used up' : 'unknown'

    const refilled =
      portion.tokens + ((performance.now() - portion.readMs) / 1000) * limit.perSecond
    const left = Math.min(limit.burst, refilled) - used
    if (left < 1) return (1 - left) / limit.perSecond
    if (used >= portionOf(limit)) return 'used up'
    portion.used += 1
    return 'taken'
  }

  giveBack(key: string): void {
    const portion = this.#known.get(key)
    if (portion && portion.used > 0) portion.used -= 1
  }

  /** The bucket had so many tokens left, without the uses counted here. */
  learn(key: string, limit: Limit, tokens: number): void {
    if (portionOf(limit) === 0) return
    const portion = this.#known.get(key)
    if (portion) {
      // Answers to callers at once may come in another order.
      const least = this.#isOutdated(portion) ? tokens : Math.min(tokens, portion.tokens)
      return void Object.assign(portion, { tokens: least, ...this.#readNow() })
    }
    if (this.#known.size >= MOST_BUCKETS) return

    this.#known.set(key, { limit, tokens, used: 0, charging: 0, ...this.#readNow() })
    this.#timer ??= setTimeout(() => void this.#chargeOnTime(), CHARGE_EVERY_MS).unref()
  }

  /** Charges all that is counted here, as before a stop. */
  async charge(): Promise<void> {
    await this.#charging?.catch(() => {})
    await this.#charge(() => true)
  }

  async #chargeOnTime() {
    // The uses stay counted, and the next turn tries again.
    await this.charge().catch(() => {})
    for (const [key, portion] of this.#known) {
      if (portion.used === 0 && portion.charging === 0 && this.#isOutdated(portion))
        this.#known.delete(key)
    }
    this.#timer = undefined
    if (this.#known.size > 0)
      this.#timer = setTimeout(() => void this.#chargeOnTime(), CHARGE_EVERY_MS).unref()
  }

  /** One at a time; whoever comes meanwhile waits for the running one. */
  #charge(isDue: (portion: Portion) => boolean): Promise<void> {
    this.#charging ??= this.#chargeDue(isDue).finally(() => {
      this.#charging = null
    })
    return this.#charging
  }

  async #chargeDue(isDue: (portion: Portion) => boolean): Promise<void> {
    const due = [...this.#known].filter(([, portion]) => portion.used > 0 && isDue(portion))
    for (let first = 0; first < due.length; first += CHARGED_AT_ONCE) {
      await this.#chargeSome(due.slice(first, first + CHARGED_AT_ONCE))
    }
  }

  async #chargeSome(some: readonly [string, Portion][]): Promise<void> {
    const charges = some.map(([key, portion]) => {
      portion.charging = portion.used
      portion.used = 0
      return { key, limit: portion.limit, used: portion.charging }
    })
    try {
      const left = await this.#chargeBuckets(charges)
      for (const [key, portion] of some) {
        const tokens = left.get(key)
        // Deleted with its owner, or full for a day.
        if (tokens === undefined) this.#known.delete(key)
        else Object.assign(portion, { tokens, ...this.#readNow() })
      }
    } catch (error) {
      for (const [, portion] of some) portion.used += portion.charging
      throw error
    } finally {
      for (const [, portion] of some) portion.charging = 0
    }
  }

  #readNow() {
    return { readMs: performance.now(), clockOffsetMs: this.#clock.offsetMs() }
  }

  /** After the clock was moved, a bucket has other tokens. */
  #isOutdated({ readMs, clockOffsetMs }: Portion): boolean {
    return performance.now() - readMs > KNOWN_FOR_MS || clockOffsetMs !== this.#clock.offsetMs()
  }
}

/** 0: each use is charged at once. */
function portionOf({ burst, inPortions = false }: Limit): number {
  const size = Math.min(LARGEST, Math.floor(burst * LARGEST_SHARE))

  return inPortions && size >= SMALLEST ? size : 0
}
