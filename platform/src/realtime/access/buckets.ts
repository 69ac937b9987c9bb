import type { Limit } from '#limits/limit.ts'

/** A token bucket in memory: the limits of one server's sockets. */
export class Bucket {
  readonly limit: Limit
  #tokens: number
  #updatedMs: number

  constructor(limit: Limit, nowMs: number) {
    this.limit = limit
    this.#tokens = limit.burst
    this.#updatedMs = nowMs
  }

  take(nowMs: number, count = 1): boolean {
    this.#refill(nowMs)
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }

  /** How many tokens are missing. */
  used(nowMs: number): number {
    this.#refill(nowMs)
    return Math.ceil(this.limit.burst - this.#tokens)
  }

  isFull(nowMs: number): boolean {
    this.#refill(nowMs)
    return this.#tokens >= this.limit.burst
  }

  #refill(nowMs: number): void {
    const seconds = Math.max(0, nowMs - this.#updatedMs) / 1000
    this.#tokens = Math.min(this.limit.burst, this.#tokens + seconds * this.limit.perSecond)
    this.#updatedMs = nowMs
  }
}

/** A bucket per key. Full ones are deleted, since a new one is full too. */
export class Buckets {
  readonly #limit: Limit
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: Limit) {
    this.#limit = limit
  }

  take(key: string, nowMs: number): boolean {
    let bucket = this.#buckets.get(key)
    if (!bucket) {
      bucket = new Bucket(this.#limit, nowMs)
      this.#buckets.set(key, bucket)
    }
    return bucket.take(nowMs)
  }

  used(key: string, nowMs: number): number {
    return this.#buckets.get(key)?.used(nowMs) ?? 0
  }

  sweep(nowMs: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(key)
  }
}
