import { beginProviderSignIn } from '#identity/flows/begin-provider-sign-in.ts'
import { callbackAddress } from '#identity/oauth/callback-address.ts'
import { unsupportedProvider } from '#identity/oauth/errors.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { readRedirect } from './redirect-parameters.ts'
import { setStateCookie } from './state-cookie.ts'

/** Redirects to a provider's sign-in. */
export const getAuthorize: Route = (needs) => async (c) => {
  return c.redirect(await beginAtProvider(needs, c, null), 302)
}

/**
 * Begins a sign-in, or a link to the given user's account, and returns the provider's URL. Without PKCE, a state
 * cookie binds the flow to the browser.
 */
export async function beginAtProvider(
  needs: AuthNeeds,
  c: AuthContext,
  linkTarget: SignedIn | null,
): Promise<string> {
  const query = c.req.query()
  const { provider, scopes = '', invite_token: inviteToken } = query
  if (!provider) throw unsupportedProvider('missing provider')

  const redirect = readRedirect(needs, c, query)
  const { address, state } = await beginProviderSignIn(needs.identity, {
    provider,
    redirect,
    scopes: scopes.split(/[\s,]+/).filter((scope) => scope !== ''),
    extra: extraOf(query),
    inviteToken,
    linkTarget,
  })
  if (!redirect.pkce) setStateCookie(c, callbackAddress(needs.identity), state)

  return address
}

/** Parameters that are read or set here. All others are forwarded to the provider. */
const NOT_FORWARDED = new Set([
  'apikey',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'invite_token',
  'provider',
  'redirect_to',
  'redirect_uri',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
])

const extraOf = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !NOT_FORWARDED.has(name)))
