import { readTab, writeTab } from '#config/tab-storage.ts'

const KEPT = 'scroll-places'
const MOST_KEPT = 50
/** How long a page may take to grow to the height that its reader left it with. */
const GROWS_WITHIN_MS = 5000
const SIGNS_OF_READING = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Where the reader stood on each entry of the tab's history. The browser's own memory does not fit pages that are
 * drawn after the address has changed, so it is switched off as long as this one listens.
 */
export class ScrollPlaces {
  readonly #places = new Map<string, number>(storedPlaces())
  #entry: string
  #stopGrowing: (() => void) | null = null

  constructor(entry: string) {
    this.#entry = entry
  }

  /** Gives back what ends it. */
  listen(): () => void {
    const listening = new AbortController()
    const { signal } = listening

    history.scrollRestoration = 'manual'
    addEventListener('scroll', () => this.#note(), { passive: true, signal })
    addEventListener('pagehide', () => this.#keep(), { signal })
    return () => {
      listening.abort()
      this.#stopGrowing?.()
      history.scrollRestoration = 'auto'
    }
  }

  /** A new page starts at its top. */
  startAt(entry: string): void {
    this.#moveTo(entry)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  /** The same page under another address stays where it is. */
  stayAt(entry: string): void {
    this.#moveTo(entry)
    this.#note()
  }

  /** Back or forward: to where the reader was, as soon as the page reaches that far. */
  returnTo(entry: string): void {
    this.#moveTo(entry)
    const top = this.#places.get(entry) ?? 0
    if (reaches(top)) return

    const growth = new ResizeObserver(() => {
      if (reaches(top)) this.#stopGrowing?.()
    })
    const reading = new AbortController()
    const stop = () => {
      growth.disconnect()
      reading.abort()
      clearTimeout(timer)
      this.#stopGrowing = null
    }
    const timer = setTimeout(stop, GROWS_WITHIN_MS)
    this.#stopGrowing = stop
    for (const sign of SIGNS_OF_READING) {
      addEventListener(sign, stop, { passive: true, signal: reading.signal })
    }
    growth.observe(document.body)
  }

  #moveTo(entry: string): void {
    this.#stopGrowing?.()
    this.#entry = entry
  }

  #note(): void {
    if (!this.#stopGrowing) this.#places.set(this.#entry, window.scrollY)
  }

  /** For the return from another site. A reload is the browser's own matter again. */
  #keep(): void {
    writeTab(KEPT, JSON.stringify([...this.#places].slice(-MOST_KEPT)))
    history.scrollRestoration = 'auto'
  }
}

function reaches(top: number): boolean {
  window.scrollTo({ top, behavior: 'instant' })
  return Math.abs(window.scrollY - top) < 2
}

function storedPlaces(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(readTab(KEPT) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
