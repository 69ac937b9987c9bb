type Bounds = {
  /** The maximum total weight. Each entry weighs 1 unless `weigh` is given. */
  most: number
  weigh?: (key: string) => number
  /** An entry with a longer key is not kept. */
  longestKey?: number
  /** `clear` is cheaper, because it never searches for an entry to drop. */
  whenFull: 'clear' | 'drop oldest'
}

/** A cache whose keys callers choose, so that its memory has a limit whatever they send. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number
  readonly #weigh: (key: string) => number
  readonly #longestKey: number
  readonly #dropsOldest: boolean
  #weight = 0

  constructor({ most, weigh = () => 1, longestKey = Infinity, whenFull }: Bounds) {
    this.#most = most
    this.#weigh = weigh
    this.#longestKey = longestKey
    this.#dropsOldest = whenFull === 'drop oldest'
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    if (key.length > this.#longestKey) return

    this.delete(key)
    this.grow(this.#weigh(key))
    this.#values.set(key, value)
  }

  delete(key: string): boolean {
    const wasKept = this.#values.delete(key)
    if (wasKept) this.#weight -= this.#weigh(key)
    return wasKept
  }

  deleteWhere(isDeleted: (value: Value) => boolean): void {
    for (const [key, value] of this.#values) if (isDeleted(value)) this.delete(key)
  }

  /** Makes room for weight that is about to be added, or by which a cached value has grown. */
  grow(by: number): void {
    this.#weight += by
    if (this.#weight <= this.#most) return
    if (!this.#dropsOldest) {
      this.clear()
      this.#weight = by
      return
    }
    for (const oldest of this.#values.keys()) {
      this.delete(oldest)
      if (this.#weight <= this.#most) return
    }
  }

  clear(): void {
    this.#values.clear()
    this.#weight = 0
  }

  size(): { entries: number; weight: number } {
    return { entries: this.#values.size, weight: this.#weight }
  }
}

/** For caches that are bounded by the length of their keys. */
export const byLength = (key: string): number => key.length
