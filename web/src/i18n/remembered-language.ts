import { isLanguage, type Language } from '@app/contract/languages'
import { readStored, writeStored } from '#browser/storage.ts'

// Local storage contains the choice; the cookie mirrors it for the server, which selects the page.
const NAME = 'language'
const ONE_YEAR_S = 31_536_000

export function rememberedLanguage(): Language | null {
  const stored = readStored(NAME)
  return isLanguage(stored) ? stored : null
}

export function rememberLanguage(language: Language): void {
  writeStored(NAME, language)
  writeCookie(language)
}

/**
 * Synchronises cookie and storage before the first paint; true means that another request would return the right language. False if another
 * request could not help, so it never loops.
 */
export function mirrorRememberedLanguage(): boolean {
  const remembered = rememberedLanguage()

  if (!remembered || readCookie() === remembered) return false

  writeCookie(remembered)
  return remembered !== document.documentElement.lang && readCookie() === remembered
}

/**
 * A page requested with `?lang=es` continues under its plain URL, where the language can be changed.
 */
export function leaveLanguageAddress(): void {
  const url = new URL(location.href)
  if (!isLanguage(url.searchParams.get('lang'))) return

  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

/** The server handles `?lang=es`; storage is also updated, because it takes precedence over the cookie. */
export function rememberChosenLink(event: Event): void {
  const link = event.target instanceof Element && event.target.closest('a[hreflang]')
  const language = link ? link.getAttribute('hreflang') : null

  if (isLanguage(language)) writeStored(NAME, language)
}

function readCookie(): Language | null {
  const value = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1]
  return isLanguage(value) ? value : null
}

function writeCookie(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''

  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is asynchronous, and this must be done before the first paint.
  document.cookie = `${NAME}=${language}; path=/; max-age=${ONE_YEAR_S}; samesite=lax${secure}`
}
