type Entry = { url: string; state: unknown; document: number }

type Page = {
  /** Shows this address without loading anything. */
  show: (url: string) => void
  load: (url: string) => void
}

/** The history of a tab: happy-dom's own neither goes back nor tells the page about it. */
export class SessionHistory {
  scrollRestoration = 'auto'
  #entries: Entry[] = []
  #index = -1
  #document = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get length() {
    return this.#entries.length
  }

  get state() {
    return this.#entries[this.#index]?.state ?? null
  }

  pushState(state: unknown, _title: string, url: string | URL = location.href) {
    this.#add({ url: new URL(url, location.href).href, state, document: this.#document })
  }

  replaceState(state: unknown, _title: string, url: string | URL = location.href) {
    const entry = { url: new URL(url, location.href).href, state, document: this.#document }
    this.#entries[this.#index] = entry
    this.#page.show(entry.url)
  }

  back() {
    this.go(-1)
  }

  forward() {
    this.go(1)
  }

  /** As a browser does it: after the call has returned. */
  go(delta = 0) {
    setTimeout(() => this.#move(delta))
  }

  /** A new document; the one of a reload or a redirect replaces the entry that it was asked for from. */
  enter(url: string, isReplacing: boolean) {
    this.#document += 1
    const entry = { url, state: isReplacing ? this.state : null, document: this.#document }
    if (isReplacing && this.#index >= 0) this.#entries[this.#index] = entry
    else this.#add(entry)
    this.#page.show(url)
  }

  #add(entry: Entry) {
    this.#entries.splice(this.#index + 1, Number.POSITIVE_INFINITY, entry)
    this.#index += 1
    this.#page.show(entry.url)
  }

  #move(delta: number) {
    const entry = this.#entries[this.#index + delta]
    if (!entry) return
    this.#index += delta
    if (entry.document !== this.#document) return this.#page.load(entry.url)

    this.#page.show(entry.url)
    dispatchEvent(new PopStateEvent('popstate', { state: entry.state }))
  }
}
