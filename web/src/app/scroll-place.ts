import { createContext } from 'react'
import { readTab, writeTab } from '#browser/storage.ts'

const KEPT = 'scroll-places'
const MOST_KEPT = 50
/** How long a page may take to become what its reader left; unchanged for this long, it is. */
const SETTLES_WITHIN_MS = 5000
const SETTLED_AFTER_MS = 1000
const SIGNS_OF_READING = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Where the reader stood on each entry of the tab's history. The browser's own memory does not fit pages that are
 * drawn after the address has changed, so it is switched off as long as this one listens.
 */
export class ScrollPlaces {
  readonly #places = new Map<string, number>(storedPlaces())
  #entry: string
  #stopSettling: (() => void) | null = null

  constructor(entry: string) {
    this.#entry = entry
  }

  /** Gives back what ends it. */
  listen(): () => void {
    const listening = new AbortController()
    const { signal } = listening

    takeOver()
    addEventListener('scroll', () => this.#note(), { passive: true, signal })
    // Scrolling is told with the next frame, which may be that of the page gone back to. The router must hear of it
    // later than this: React draws that page before the next listener is called.
    addEventListener('popstate', () => this.#note(), { signal })
    addEventListener('pagehide', () => this.#keep(), { signal })
    addEventListener('pageshow', takeOver, { signal })
    return () => {
      listening.abort()
      this.#stopSettling?.()
      history.scrollRestoration = 'auto'
    }
  }

  /** A new page starts at the place that its address names, else at its top. */
  startAt(entry: string, hash: string): void {
    this.#moveTo(entry)
    const place = placeNamed(hash)

    if (place) place.scrollIntoView({ behavior: 'instant' })
    else window.scrollTo({ top: 0, behavior: 'instant' })
  }

  /** The same page under another address stays where it is. */
  stayAt(entry: string): void {
    this.#moveTo(entry)
    this.#note()
  }

  /** Back or forward: to where the reader was, and there until the page has settled or the reader moves on. */
  returnTo(entry: string): void {
    this.#moveTo(entry)
    const top = this.#places.get(entry) ?? 0
    const reading = new AbortController()
    let quiet: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      changes.disconnect()
      reading.abort()
      clearTimeout(quiet)
      clearTimeout(limit)
      this.#stopSettling = null
    }
    const changes = new ResizeObserver(() => {
      clearTimeout(quiet)
      if (reaches(top)) quiet = setTimeout(stop, SETTLED_AFTER_MS)
    })
    const limit = setTimeout(stop, SETTLES_WITHIN_MS)

    this.#stopSettling = stop
    for (const sign of SIGNS_OF_READING) {
      addEventListener(sign, stop, { passive: true, signal: reading.signal })
    }
    // Says at once how large the page is, and again whenever that changes.
    changes.observe(document.body)
  }

  #moveTo(entry: string): void {
    this.#stopSettling?.()
    this.#entry = entry
  }

  #note(): void {
    if (this.#stopSettling) return
    // The newest last: those are kept.
    this.#places.delete(this.#entry)
    this.#places.set(this.#entry, window.scrollY)
  }

  /** For the return from another site. A reload is the browser's own matter again. */
  #keep(): void {
    writeTab(KEPT, JSON.stringify([...this.#places].slice(-MOST_KEPT)))
    history.scrollRestoration = 'auto'
  }
}

/** Of the document; the server has none. */
export const OwnScrollPlaces = createContext<ScrollPlaces | null>(null)

/** Also after a return to a page that the browser had kept as it was. */
function takeOver(): void {
  history.scrollRestoration = 'manual'
}

/** Null also for an address that is broken off in the middle of a character. */
function placeNamed(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
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
