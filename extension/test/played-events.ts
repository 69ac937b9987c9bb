/** An event of Chrome's interfaces. */
export class PlayedEvent<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => unknown>()

  addListener(listener: (...args: Args) => unknown): void {
    this.#listeners.add(listener)
  }

  removeListener(listener: (...args: Args) => unknown): void {
    this.#listeners.delete(listener)
  }

  get count(): number {
    return this.#listeners.size
  }

  /** Listeners belong to one worker. */
  clear(): void {
    this.#listeners.clear()
  }

  /** Resolves once every listener has ended. */
  async emit(...args: Args): Promise<void> {
    await Promise.all([...this.#listeners].map((listener) => listener(...args)))
  }
}
