import { createContext } from 'react'
import { readTab, writeTab } from '#browser/storage.ts'

const KEPT = 'scroll-places'
const MOST_KEPT = 50
/** How long to wait for a page to reach its former height, and how long that must stay unchanged. */
const SETTLES_WITHIN_MS = 5000
const SETTLED_AFTER_MS = 1000
const SIGNS_OF_READING = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * The scroll position of each entry in the tab's history. The browser's own scroll restoration fails for pages rendered after navigation,
 * so it is disabled meanwhile.
 */
export class ScrollPositions {
  readonly #places = new Map<string, number>(storedPlaces())
  #entry: string
  #stopSettling: (() => void) | null = null

  constructor(entry: string) {
    this.#entry = entry
  }

  /** Returns a function that stops it. */
  listen(): () => void {
    const listening = new AbortController()
    const { signal } = listening

    takeOver()
    addEventListener('scroll', () => this.#note(), { passive: true, signal })
    // The scroll event fires in the next frame, which may belong to the restored page. The router must register its
    // listener later: React renders the page before the next listener runs.
    addEventListener('popstate', () => this.#note(), { signal })
    addEventListener('pagehide', () => this.#keep(), { signal })
    addEventListener('pageshow', takeOver, { signal })
    return () => {
      listening.abort()
      this.#stopSettling?.()
      history.scrollRestoration = 'auto'
    }
  }

  /** A new page starts at the anchor in its URL, else at its top. */
  startAt(entry: string, hash: string): void {
    this.#moveTo(entry)
    const place = placeNamed(hash)

    if (place) place.scrollIntoView({ behavior: 'instant' })
    else window.scrollTo({ top: 0, behavior: 'instant' })
  }

  /** The same page under another URL keeps its position. */
  stayAt(entry: string): void {
    this.#moveTo(entry)
    this.#note()
  }

  /** Back or forward: restores the position until the page settles or the reader scrolls. */
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
    // Reports the page's size immediately, and after each change.
    changes.observe(document.body)
  }

  #moveTo(entry: string): void {
    this.#stopSettling?.()
    this.#entry = entry
  }

  #note(): void {
    if (this.#stopSettling) return
    // Newest last, because the last ones are kept.
    this.#places.delete(this.#entry)
    this.#places.set(this.#entry, window.scrollY)
  }

  /** For returns from another site. After a reload, the browser restores the position itself. */
  #keep(): void {
    writeTab(KEPT, JSON.stringify([...this.#places].slice(-MOST_KEPT)))
    history.scrollRestoration = 'auto'
  }
}

/** The document's positions; the server has none. */
export const OwnScrollPositions = createContext<ScrollPositions | null>(null)

/** Also runs after a restore from the bfcache. */
function takeOver(): void {
  history.scrollRestoration = 'manual'
}

/** Null also for a URL with a truncated percent-encoded character. */
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
