import { isLanguage, type Language } from '@app/contract/languages'
import { readStored, writeStored } from '#browser/storage.ts'

// Local storage holds the choice; the cookie mirrors it for the server, which picks the page to send.
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
 * Brings cookie and storage together before the first paint; true means that the page came in the wrong
 * language and another request will bring the right one. False whenever asking again could not help, so it never loops.
 */
export function mirrorRememberedLanguage(): boolean {
  const remembered = rememberedLanguage()

  if (!remembered || readCookie() === remembered) return false

  writeCookie(remembered)
  return remembered !== document.documentElement.lang && readCookie() === remembered
}

/**
 * A page that was asked for in a language, `?lang=es`, as search engines do, goes on under its plain address: there the
 * language can be changed, and a choice made earlier still holds.
 */
export function leaveLanguageAddress(): void {
  const url = new URL(location.href)
  if (!isLanguage(url.searchParams.get('lang'))) return

  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

/** `?lang=es` works by itself, without us; storage has to hear of it, because storage wins over the cookie. */
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
