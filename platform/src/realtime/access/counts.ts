/** How many of something each key has. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by
    if (count <= 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}
