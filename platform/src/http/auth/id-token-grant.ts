import { cut } from '@app/contract/storable'
import * as z from 'zod/mini'
import { findSignInProvider } from '#identity/custom-providers/find-sign-in-provider.ts'
import { validationFailed } from '#identity/errors.ts'
import { type IdTokenProvider, signInWithIdToken } from '#identity/flows/sign-in-with-id-token.ts'
import { IdTokenRefused, providerDisabled } from '#identity/oauth/errors.ts'
import { signedInAs } from '#identity/sessions/authorise.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { clientOf } from './caller.ts'
import { text } from './fields.ts'
import { linkingMember } from './identities.ts'
import { readBody } from './read-body.ts'
import { readRedirectTo } from './redirect-parameters.ts'

export const idTokenBody = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  client_id: text,
  issuer: text,
  link_identity: z._default(z.boolean(), false),
})
type IdTokenBody = z.infer<typeof idTokenBody>

/** For clients that signed in with the provider themselves and hold its id token. */
export const grantByIdToken: Route = (needs) => async (c) => {
  try {
    return await grant(needs, c)
  } catch (error) {
    if (!(error instanceof IdTokenRefused)) throw error
    return c.json({ error: error.oauthError, error_description: error.message }, 400)
  }
}

async function grant(needs: AuthNeeds, c: AuthContext): Promise<Response> {
  const body = await readBody(c, idTokenBody)
  if (!body.id_token) throw new IdTokenRefused('invalid request', 'id_token required')
  const provider = await providerFor(needs, body)
  const linkTarget = body.link_identity ? signedInAs(await linkingMember(needs, c)) : null

  const session = await signInWithIdToken(needs.identity, {
    provider,
    claim: { idToken: body.id_token, accessToken: body.access_token, nonce: body.nonce },
    linkTarget,
    redirect: { redirectTo: readRedirectTo(needs, c), pkce: null },
    client: clientOf(c),
  })
  return c.json(session)
}

/** The issuers that clients of Supabase Auth use, whether or not they are enabled here. */
const ISSUERS: Partial<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  google: 'https://accounts.google.com',
}

async function providerFor({ identity }: AuthNeeds, body: IdTokenBody): Promise<IdTokenProvider> {
  const { provider: name = '', client_id, issuer } = body
  if (!name && !(client_id && issuer)) {
    throw new IdTokenRefused('invalid request', 'provider or client_id and issuer required')
  }
  const found = name
    ? await findSignInProvider(identity, name)
    : [...identity.providers.values()].find((one) => one.issuer === issuer)
  if (found?.readIdToken) return { ...found, readIdToken: found.readIdToken }

  const known = Object.hasOwn(ISSUERS, name) ? ISSUERS[name] : !name && issuer
  if (known) throw providerDisabled(cut(known, 200))
  throw validationFailed(`Custom OIDC provider "${cut(name, 50)}" not allowed`)
}
