type Download = { name: string; text: () => Promise<string> }

/** Files that the page makes and gives to its reader by a link. */
export class Downloads {
  readonly #made = new Map<string, Blob>()
  readonly #click = HTMLAnchorElement.prototype.click
  #waiting: ((download: Download) => void)[] = []

  constructor() {
    URL.createObjectURL = (made) => {
      const address = `blob:${crypto.randomUUID()}`
      this.#made.set(address, made as Blob)
      return address
    }
    URL.revokeObjectURL = () => {}
    addEventListener('click', this.#take)
    const take = this.#take
    const click = this.#click
    // Nobody else hears of a link that is in no document.
    HTMLAnchorElement.prototype.click = function () {
      if (!this.isConnected) this.addEventListener('click', take, { once: true })
      click.call(this)
    }
  }

  next(): Promise<Download> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  stop(): void {
    removeEventListener('click', this.#take)
    HTMLAnchorElement.prototype.click = this.#click
  }

  readonly #take = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[download]')
    if (!link) return
    event.preventDefault()
    const { href, download } = link
    const text = async () => this.#made.get(href)?.text() ?? (await globalThis.fetch(href)).text()
    for (const resolve of this.#waiting) resolve({ name: download, text })
    this.#waiting = []
  }
}
