import { LANGUAGES } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import type { Translator } from '#i18n/messages.ts'
import { escapeHtml } from './escape-html.ts'
import { canonicalPath } from './listed-pages.ts'
import type { Page } from './page.ts'
import { LANGUAGE_PARAMETER } from './shown-address.ts'
import { structuredData } from './structured-data.ts'

type Found = { page: Page; address: string; config: PublicConfig; translator: Translator }

/**
 * Metadata for search engines and link previews. A page without `lang` uses the reader's language, so it is `x-default`; each language also
 * has its own URL.
 */
export function foundBy({ page, address, config, translator }: Found): string {
  if (page.status !== 200 || page.boot === 'shell') return ''
  const { pathname, searchParams } = new URL(address, config.siteUrl)
  const path = canonicalPath(pathname)
  const plain = new URL(path, config.siteUrl).href
  const inLanguage = (language: string) => `${plain}?${LANGUAGE_PARAMETER}=${language}`
  const requested = searchParams.get(LANGUAGE_PARAMETER)
  const { t, language } = translator
  const canonical = requested ? inLanguage(requested) : plain

  return [
    `<link rel="canonical" href="${canonical}">`,
    ...LANGUAGES.map((one) => `<link rel="alternate" hreflang="${one}" href="${inLanguage(one)}">`),
    `<link rel="alternate" hreflang="x-default" href="${plain}">`,
    meta('og:type', 'website'),
    meta('og:site_name', config.siteName),
    meta('og:locale', localeOf(language)),
    meta('og:url', canonical),
    meta('og:title', page.title(t, config)),
    meta('og:description', page.description(t, config)),
    meta('og:image', new URL('/social.png', config.siteUrl).href),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(page.isLanding ? [structuredData(translator, config)] : []),
  ].join('\n')
}

/** `es` → `es_ES`: previews need a region, so the most likely one is used. */
const localeOf = (language: string) => `${language}_${new Intl.Locale(language).maximize().region}`

const meta = (property: string, content: string) =>
  `<meta property="${property}" content="${escapeHtml(content)}">`
