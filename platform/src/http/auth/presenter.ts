import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isUuid } from '#db/uuid.ts'
import type { Presenter } from '#identity/flows/redeem-code.ts'
import type { Identity } from '#identity/identity.ts'
import type { Member } from '#identity/sessions/identify.ts'
import type { AuthContext, AuthNeeds } from './auth-needs.ts'
import { bearerOf, clientOf } from './caller.ts'

const COOKIE = 'anonymous-session'

/**
 * Ties the mailed link, which carries no token, to the browser of the anonymous session that requested it. Pages of other sites cannot set
 * it, because calls with cookies fail their preflight.
 */
export function setPresenterCookie(
  c: AuthContext,
  needs: Identity,
  { account, session }: Member,
): void {
  if (!account.is_anonymous || !session) return

  setCookie(c, COOKIE, session.id, {
    path: pathOf(needs),
    httpOnly: true,
    secure: needs.settings.apiUrl.startsWith('https:'),
    // Mailed links are opened from other sites.
    sameSite: 'Lax',
    maxAge: needs.settings.otpTtlS,
  })
}

/** An expired token, or one without a user, is ignored and causes no refusal. */
export async function presenterOf(needs: AuthNeeds, c: AuthContext): Promise<Presenter> {
  const bearer = await bearerOf(needs, c)
  const named = bearer.kind === 'claims' ? bearer.claims.session_id : undefined
  const cookie = getCookie(c, COOKIE)
  if (cookie !== undefined) deleteCookie(c, COOKIE, { path: pathOf(needs.identity) })
  const sessionId = [named, cookie].find((id) => typeof id === 'string' && isUuid(id))

  return { client: clientOf(c), sessionId: typeof sessionId === 'string' ? sessionId : null }
}

const pathOf = ({ settings }: Pick<Identity, 'settings'>) =>
  `${new URL(settings.apiUrl).pathname.replace(/\/$/, '')}/auth/v1/verify`
