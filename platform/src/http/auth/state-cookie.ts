import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AuthContext } from './auth-needs.ts'

const COOKIE_TTL_S = 5 * 60

const cookieOf = (state: string) => `sign-in-${state}`

/**
 * Binds the flow to this browser, so that an attacker's callback cannot sign in another browser. A PKCE flow needs no cookie: only the client
 * that began it has the verifier.
 */
export function setStateCookie(c: AuthContext, callbackUrl: string, state: string): void {
  const { pathname: path, protocol } = new URL(callbackUrl)

  setCookie(c, cookieOf(state), '1', {
    path,
    httpOnly: true,
    secure: protocol === 'https:',
    // `Lax` cookies are sent with the provider's redirect, which is a top-level navigation.
    sameSite: 'Lax',
    maxAge: COOKIE_TTL_S,
  })
}

/** Whether this browser began the flow; the cookie is used up. */
export function takeStateCookie(c: AuthContext, callbackUrl: string, state: string): boolean {
  const cookie = cookieOf(state)
  if (getCookie(c, cookie) === undefined) return false
  deleteCookie(c, cookie, { path: new URL(callbackUrl).pathname })

  return true
}
