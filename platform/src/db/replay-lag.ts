type Sample = {
  /** When both were asked. */
  askedAt: number
  /** How many bytes of changes the primary had written by then. */
  written: number
  /** How many of them the standby had replayed. */
  replayed: number
}

/** Enough for any standby that is of use. */
const MOST_WAITING = 60

/**
 * How old the state of a standby may be. Compares positions instead of the times of transactions, which tell nothing while nobody writes or
 * while the standby receives nothing.
 */
export class ReplayLag {
  /** Positions of the primary that the standby has not reached yet, oldest first. */
  readonly #ahead: { at: number; position: number }[] = []
  /** Everything written before this time was replayed. */
  #completeUntil = Number.NEGATIVE_INFINITY
  #replayed = 0

  add({ askedAt, written, replayed }: Sample): void {
    // The standby of an earlier primary: it has changes that this one lacks.
    const isDiverged = this.#replayed > written
    if (isDiverged) this.reset()
    this.#replayed = replayed
    if (isDiverged) return

    this.#ahead.push({ at: askedAt, position: written })
    if (this.#ahead.length > MOST_WAITING) this.#ahead.shift()
    for (let first = this.#ahead[0]; first && first.position <= replayed; first = this.#ahead[0]) {
      this.#completeUntil = first.at
      this.#ahead.shift()
    }
  }

  reset(): void {
    this.#ahead.length = 0
    this.#completeUntil = Number.NEGATIVE_INFINITY
    this.#replayed = 0
  }

  /** Infinite until it was seen complete once. */
  ageMs(now: number): number {
    return now - this.#completeUntil
  }
}
