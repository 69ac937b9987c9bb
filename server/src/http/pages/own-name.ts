import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'

/** Tells the site's own name that the visitor asked for an address, where the browser may keep a session. */
const MARK = 'address-changed'
const NOTICE_TTL_S = 10 * 60

/**
 * Leads pages of this machine's address to its name, because browsers create no passkeys at an IP address. Storage belongs to one origin, so
 * a session does not move along; the cookie lets the login say so. null: the page may be shown.
 */
export function leadToOwnName(c: Context, siteUrl: string): Response | null {
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
