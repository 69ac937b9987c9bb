import { beginProviderSignIn } from '#identity/flows/begin-provider-sign-in.ts'
import { unsupportedProvider } from '#identity/oauth/errors.ts'
import type { SignedIn } from '#identity/sessions/authorise.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { readRedirect } from './redirect-parameters.ts'
import { setStateCookie } from './state-cookie.ts'

/** Sends a person to a provider to sign in there. */
export const getAuthorize: Route = (needs) => async (c) => {
  return c.redirect(await departure(needs, c, null), 302)
}

/**
 * The way to the provider for whoever asks, and for the account that is to be linked, if any. Whoever
 * brings no proof of his own is bound to his browser.
 */
export async function departure(
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
  if (!redirect.pkce) setStateCookie(c, needs.identity, state)

  return address
}

/** Ours to read, or ours to say to the provider. Everything else is the caller's word to it. */
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
