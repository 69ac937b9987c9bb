import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Returned } from '#identity/flows/claim-state.ts'
import type { Identity } from '#identity/identity.ts'
import { callbackAddress } from '#identity/oauth/callback-address.ts'
import { stateInvalid } from '#identity/oauth/errors.ts'
import type { AuthContext } from './auth-needs.ts'

const MARK_TTL_S = 5 * 60

const markOf = (state: string) => `sign-in-${state}`

/** Marks the browser that sets out: nobody else can be led into the session that comes of it. */
export function setStateCookie(c: AuthContext, needs: Identity, state: string): void {
  const { pathname: path, protocol } = new URL(callbackAddress(needs))

  setCookie(c, markOf(state), '1', {
    path,
    httpOnly: true,
    secure: protocol === 'https:',
    // The provider leads back by a plain navigation, with which this one is sent.
    sameSite: 'Lax',
    maxAge: MARK_TTL_S,
  })
}

/** With PKCE a session, or a link, needs the verifier, which the other browser lacks. */
export function requireStateCookie(c: AuthContext, needs: Identity, returned: Returned): void {
  if (returned.redirect.pkce) return

  const mark = markOf(returned.id)
  if (getCookie(c, mark) === undefined) throw stateInvalid()
  deleteCookie(c, mark, { path: new URL(callbackAddress(needs)).pathname })
}
