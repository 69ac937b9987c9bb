import type { Language } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { answerEncoded, type Encoded, encode } from './encodings.ts'
import { chooseLanguage, chosenBy } from './language.ts'
import type { OtherBuilds } from './other-builds.ts'
import type { PageCache } from './page-cache.ts'
import { pagePolicy } from './page-policy.ts'
import { securityText } from './security-text.ts'
import type { Renderer, WebBuild } from './web-build.ts'

type Needs = {
  web: WebBuild
  otherBuilds: OtherBuilds
  config: PublicConfig
  /** An address: mailto or https. */
  securityContact: string
  builtAt: Date
  pages: PageCache
  isProduction: boolean
  /** Further origins that serve pictures. */
  pictures: readonly string[]
}

const YEAR_S = 31_536_000
const FOREVER = `public, max-age=${YEAR_S}, immutable`

/** The web app: its files, its pre-rendered pages, and a not-found page for every other path. */
export async function pageRoutes(needs: Needs) {
  const { web, otherBuilds, config, securityContact, builtAt, pages, isProduction, pictures } =
    needs
  const files = siteFiles([
    ...(await web.renderer.filesOf(config)),
    securityText(config, securityContact, builtAt),
  ])
  const policy = pagePolicy({
    scriptHashes: web.renderer.cspScriptHashes,
    api: new URL(config.apiUrl).origin,
    pictures,
    calls: [new URL(config.github.apiUrl).origin],
  })
  const headers = pageHeaders(policy)

  return new Hono().on(['GET', 'HEAD'], '*', async (c) => {
    const { path } = c.req
    const asset = web.assets.get(path) ?? files.get(path) ?? (await otherBuilds.find(path))
    if (asset) {
      const lasting = path.startsWith('/assets/') ? FOREVER : 'public, max-age=3600'
      return answerEncoded(c.req.raw, asset, { 'cache-control': lasting })
    }
    if (looksLikeFile(path)) return c.text('Not found', 404, { 'cache-control': 'no-store' })

    const elsewhere = isProduction ? null : leadToOwnName(c, config.siteUrl)
    if (elsewhere) return elsewhere

    const requested = chosenBy(c.req.query('lang'))
    if (requested && isFromOurPages(c)) return switchLanguage(c, requested)

    const known = chooseLanguage(getCookie(c, 'language'), c.req.header('accept-language'))
    const language = requested ?? known
    const query = new URL(c.req.url).searchParams
    const { status, document } = await pages.get(path, language, query)
    const answer = {
      ...headers,
      'content-language': language,
      ...(requested && remembering(requested)),
    }
    return answerEncoded(c.req.raw, document, answer, status)
  })
}

const pageHeaders = (policy: string) => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
  // Cached but revalidated: a deployment shows immediately, an unchanged page transfers no body.
  'cache-control': 'no-cache',
  vary: 'Cookie, Accept-Language, Sec-Fetch-Site',
})

/** Compressed on first request, so that startup does not wait for rarely read pages. */
function siteFiles(list: Awaited<ReturnType<Renderer['filesOf']>>) {
  const files = new Map(list.map((file) => [file.path, file]))
  const encoded = new Map<string, Encoded>()

  return {
    get(path: string): Encoded | undefined {
      const known = encoded.get(path)
      const file = files.get(path)
      if (known || !file) return known

      const made = encode(Buffer.from(file.text), file.type, 9)
      encoded.set(path, made)
      return made
    },
  }
}

/** Distinguishes a click on our language link from a visit by search engine or bookmark. */
const isFromOurPages = (c: Context) => c.req.header('sec-fetch-site') === 'same-origin'

/** Stores the language of the first page for the next ones. */
const remembering = (language: Language) => ({
  'set-cookie': `language=${language}; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`,
})

/** Works without scripts: stores the choice and redirects to the URL without the parameter. */
function switchLanguage(c: Context, language: Language) {
  const url = new URL(c.req.url)
  url.searchParams.delete('lang')
  setCookie(c, 'language', language, { path: '/', maxAge: YEAR_S, sameSite: 'Lax' })
  // Two leading slashes would redirect to another host.
  const path = url.pathname.replace(/^\/{2,}/, '/')

  return c.redirect(`${path}${url.search}`, 303)
}

const looksLikeFile = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)

/** Tells the site's own name that the visitor asked for an address, where the browser may keep a session. */
const MARK = 'address-changed'
const NOTICE_TTL_S = 10 * 60

/**
 * Leads pages of this machine's address to its name, because browsers create no passkeys at an IP address. Storage belongs to one origin, so
 * a session does not move along; the cookie lets the login say so. null: the page may be shown.
 */
function leadToOwnName(c: Context, siteUrl: string): Response | null {
  const site = new URL(siteUrl)
  const asked = new URL(c.req.url)
  if (site.hostname !== 'localhost' || asked.port !== site.port) return null

  if (ADDRESSES.includes(asked.hostname)) {
    asked.searchParams.set(MARK, '1')
    return leadTo(c, site, asked)
  }
  if (asked.searchParams.has(MARK)) {
    asked.searchParams.delete(MARK)
    setCookie(c, MARK, '1', { path: '/', maxAge: NOTICE_TTL_S, sameSite: 'Lax' })
    return leadTo(c, site, asked)
  }
  return null
}

const ADDRESSES = ['127.0.0.1', '[::1]']

function leadTo(c: Context, { origin }: URL, { pathname, search }: URL): Response {
  c.header('cache-control', 'no-store')

  return c.redirect(`${origin}${pathname}${search}`, 307)
}
