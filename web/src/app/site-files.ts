import { LANGUAGES } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import { THEME_COLORS } from '#browser/theme.ts'
import type { Translator } from '#i18n/messages.ts'
import { llmsText } from './llms-text.ts'
import { LANGUAGE_PARAMETER } from './shown-address.ts'

export type SiteFile = { path: string; type: string; text: string }

type Site = { config: PublicConfig; listed: readonly string[]; english: Translator }

/** Files for machines at fixed URLs. Generated from the configuration, because each contains the site's full URL. */
export function siteFiles({ config, listed, english }: Site): SiteFile[] {
  return [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', text: robots(config) },
    { path: '/sitemap.xml', type: 'text/xml; charset=utf-8', text: sitemap(config, listed) },
    { path: '/llms.txt', type: 'text/plain; charset=utf-8', text: llmsText(english, config) },
    { path: '/site.webmanifest', type: 'application/manifest+json', text: manifest(config) },
  ]
}

/** Members' screens and endpoints have no content for visitors or crawlers. */
const CLOSED = ['/dashboard', '/projects', '/settings', '/admin', '/auth/', '/rest/', '/functions/']

const robots = ({ siteUrl }: PublicConfig) => `User-agent: *
${CLOSED.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${new URL('/sitemap.xml', siteUrl)}
`

function sitemap({ siteUrl }: PublicConfig, listed: readonly string[]): string {
  const entries = listed.map((path) => {
    const plain = new URL(path, siteUrl).href
    const links = [
      ...LANGUAGES.map((one) => alternate(one, `${plain}?${LANGUAGE_PARAMETER}=${one}`)),
      alternate('x-default', plain),
    ]
    return `<url><loc>${plain}</loc>${links.join('')}</url>`
  })

  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

const alternate = (language: string, href: string) =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`

const manifest = ({ siteName }: PublicConfig) =>
  JSON.stringify({
    name: siteName,
    short_name: siteName,
    start_url: '/dashboard',
    display: 'browser',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  })
