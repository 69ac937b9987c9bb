import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ReturnedAttempt } from '#identity/flows/claim-state.ts'
import type { Identity } from '#identity/identity.ts'
import { callbackAddress } from '#identity/oauth/callback-address.ts'
import { stateInvalid } from '#identity/oauth/errors.ts'
import type { AuthContext } from './auth-needs.ts'

const COOKIE_TTL_S = 5 * 60

const cookieOf = (state: string) => `sign-in-${state}`

/** Binds the flow to this browser, so that an attacker's callback cannot sign in another browser. */
export function setStateCookie(c: AuthContext, needs: Identity, state: string): void {
  const { pathname: path, protocol } = new URL(callbackAddress(needs))

  setCookie(c, cookieOf(state), '1', {
    path,
    httpOnly: true,
    secure: protocol === 'https:',
    // `Lax` cookies are sent with the provider's redirect, which is a top-level navigation.
    sameSite: 'Lax',
    maxAge: COOKIE_TTL_S,
  })
}

/** A PKCE flow needs no cookie: only the client that began it has the verifier. */
export function requireStateCookie(
  c: AuthContext,
  needs: Identity,
  returned: ReturnedAttempt,
): void {
  if (returned.redirect.pkce) return

  const cookie = cookieOf(returned.id)
  if (getCookie(c, cookie) === undefined) throw stateInvalid()
  deleteCookie(c, cookie, { path: new URL(callbackAddress(needs)).pathname })
}
