type Listening = [
  type: string,
  listener: EventListener,
  options?: boolean | AddEventListenerOptions,
]

/** Remembers who listens to the window and the document, so that the next document starts without them. */
export class ListenerWatch {
  #ends: (() => void)[] = []

  start(): void {
    for (const target of [globalThis, document]) {
      const add = target.addEventListener
      target.addEventListener = (...args: Listening) => {
        add.call(target, ...args)
        this.#ends.push(() => target.removeEventListener(...args))
      }
      this.#ends.push(() => {
        target.addEventListener = add
      })
    }
  }

  stop(): void {
    for (const end of this.#ends) end()
    this.#ends = []
  }
}
