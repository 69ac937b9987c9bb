type Options = {
  forMs: number
  /** Beyond this number everybody counts as a writer for a while. */
  most: number
  nowMs: () => number
}

/** Who has written within the last seconds. Bounded: a server that forgets a writer would show them an older state. */
export class RecentWriters {
  readonly #options: Options
  /** Until when each counts as a writer; the order is that of these times. */
  readonly #untilMs = new Map<string, number>()
  #allUntilMs = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  add(writer: string): void {
    const { forMs, most, nowMs } = this.#options
    const now = nowMs()
    this.#forget(now)
    this.#untilMs.delete(writer)
    if (this.#untilMs.size < most) this.#untilMs.set(writer, now + forMs)
    else this.#allUntilMs = now + forMs
  }

  has(writer: string): boolean {
    const now = this.#options.nowMs()

    return now < this.#allUntilMs || now < (this.#untilMs.get(writer) ?? now)
  }

  size(): number {
    return this.#untilMs.size
  }

  #forget(now: number): void {
    for (const [writer, until] of this.#untilMs) {
      if (until > now) return
      this.#untilMs.delete(writer)
    }
  }
}
