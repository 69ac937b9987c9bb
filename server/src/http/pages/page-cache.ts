import { setTimeout as pause } from 'node:timers/promises'
import { LANGUAGES, type Language } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import { type Encoded, encode } from './encodings.ts'
import type { Renderer } from './web-build.ts'

export type Page = { status: 200 | 404; document: Encoded }

const QUALITY = 9
const NO_QUERY = new URLSearchParams()
const HTML = 'text/html; charset=utf-8'

type Sources = {
  renderer: Renderer
  config: PublicConfig
  /** A new object after every change. */
  content: () => PublicContent
  /** Whether a page may be sent again as it was rendered before; in development its source may have changed. */
  keepsPages: boolean
}

export type PageCache = ReturnType<typeof pageCache>

/**
 * Rendered pages, one per route and language, dropped when the content changes. Invented ids and paths share their route's page or the 404 page. So they cost no rendering, and nothing must be evicted.
 */
export function pageCache({ renderer, config, content: latest, keepsPages }: Sources) {
  const pages = new Map<string, Promise<Page>>()
  let content = latest()

  const render = async (address: string, language: Language): Promise<Page> => {
    const { status, html } = await renderer.render({ address, language, config, content })

    return { status, document: encode(Buffer.from(html), HTML, QUALITY) }
  }

  return {
    get(path: string, language: Language, query = NO_QUERY): Promise<Page> {
      const next = latest()
      if (content !== next) {
        content = next
        pages.clear()
      }
      const shared = renderer.shownAddress(path, query)
      const key = `${language} ${shared}`
      const known = pages.get(key)
      if (known) return known

      if (!keepsPages) return render(shared, language)
      const page = render(shared, language)
      pages.set(key, page)
      page.catch(() => pages.get(key) === page && pages.delete(key))
      return page
    },
    /** Renders the public pages before the first visit. Requests share the thread, and get half of the time. */
    async warm(): Promise<void> {
      for (const path of renderer.prerenderedPaths) {
        for (const language of LANGUAGES) {
          const began = performance.now()
          await this.get(path, language)
          await pause(performance.now() - began)
        }
      }
    },
  }
}
