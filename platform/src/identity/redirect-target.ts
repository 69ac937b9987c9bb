import { readPattern, type Target } from './redirect-pattern.ts'
import type { IdentitySettings } from './settings.ts'

type Allowed = Pick<IdentitySettings, 'siteUrl' | 'redirectAllowList'>

/**
 * The redirect target after a link or sign-in: the requested URL if allowed, else the site's home page. It receives tokens, so every
 * doubtful URL is refused.
 */
export function redirectTarget(allowed: Allowed, requested: string | undefined): string {
  return requested !== undefined && isAllowed(allowed, requested) ? requested : allowed.siteUrl
}

export function isAllowed({ siteUrl, redirectAllowList }: Allowed, requested: string): boolean {
  // Refuses URLs that parsers normalise or read differently.
  if (!PLAIN.test(requested) || !URL.canParse(requested)) return false

  const url = new URL(requested)
  if (NEVER.includes(url.protocol) || url.username !== '' || url.password !== '') return false
  if (!saysItsHost(requested, url)) return false

  const site = new URL(siteUrl)
  if (isSameSite(site, url) || isLoopback(url)) return true
  if (isAddress(url.hostname)) return false

  const target = readTarget(requested, url)
  return target !== null && redirectAllowList.some((entry) => patternOf(entry)(target))
}

const PLAIN = /^[a-z][a-z0-9+.-]*:[!#-;=?-[\]_a-z~%]+$/i
const NEVER = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']

/**
 * Refuses other spellings of an IP address, such as `http://0x7f.1`, and URLs whose written host differs from the
 * parsed one.
 */
function saysItsHost(requested: string, { hostname, protocol }: URL): boolean {
  const [, written] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(requested) ?? []
  const host = (written ?? '').replace(/:\d*$/, '').toLowerCase()
  const isWeb = protocol === 'http:' || protocol === 'https:'

  return isWeb ? host !== '' && host === hostname : host === hostname.toLowerCase()
}

function isSameSite(site: URL, url: URL): boolean {
  if (site.protocol !== url.protocol || site.hostname !== url.hostname) return false

  return site.port === url.port || isLoopbackName(url.hostname)
}

const isLoopback = ({ protocol, hostname }: URL) =>
  (protocol === 'http:' || protocol === 'https:') && isLoopbackAddress(hostname)

const isLoopbackAddress = (host: string) => /^127(\.\d{1,3}){3}$/.test(host) || host === '[::1]'

const isLoopbackName = (host: string) => host === 'localhost' || isLoopbackAddress(host)

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')

/** null if the parser changes the written text, for instance dots in a path. */
function readTarget(requested: string, url: URL): Target | null {
  const [, port = ''] = /^[^:]+:\/\/[^/?#]*?(?::(\d*))?(?:[/?#]|$)/.exec(requested) ?? []
  const rest = restOf(requested)
  if (rest !== restOf(url.href) && !(rest === '' && url.pathname === '/')) return null

  return {
    scheme: url.protocol.slice(0, -1),
    hostname: url.hostname.toLowerCase(),
    port,
    rest,
  }
}

/** The parser percent-encodes a single quote in a query. */
const restOf = (address: string) =>
  address
    .replace(/#.*$/s, '')
    .replace(/^[^:]+:(\/\/[^/?]*)?/, '')
    .replaceAll("'", '%27')

const patterns = new Map<string, ReturnType<typeof readPattern>>()

/** This cache is unbounded, because entries come only from the configuration. */
function patternOf(entry: string) {
  const pattern = patterns.get(entry) ?? readPattern(entry)
  patterns.set(entry, pattern)

  return pattern
}
