import { Hono } from 'hono'
import { html } from 'hono/html'
import { answerAvatar } from '#oauth/avatar-image.ts'
import { personLine } from '#oauth/consent.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { rows } from '#runtime/page.ts'
import { type StartOptions, standin } from '#runtime/standin.ts'
import { consentRoutes, lineOf } from './consent-routes.ts'
import { googleControl } from './control-routes.ts'
import { type GoogleNeeds, openGoogleMemory, seedPeople } from './memory.ts'
import { tokenRoutes } from './token-routes.ts'

/** Plays Google's sign-in: OpenID Connect with made-up people. */
export const google = standin({
  name: 'google',
  title: 'Google',
  plays: 'Plays Google’s sign-in: these people are made up, and nothing here reaches google.com.',
  links: [{ href: '/', label: 'People' }],
  remember: openGoogleMemory,
  app: (needs) =>
    new Hono()
      .use(sameOriginOnly)
      .route('/', discoveryRoutes(needs))
      .route('/', consentRoutes(needs))
      .route('/', tokenRoutes(needs))
      .route('/', peopleRoutes(needs)),
  control: googleControl,
  seed: seedPeople,
})

export async function startGoogle(options: Pick<StartOptions, 'dataDir'>) {
  const { url, close } = await google.start(options)

  return { issuer: url, close }
}

const CERTS_MAX_AGE_S = 3600

/** OpenID discovery and public keys. */
const discoveryRoutes = ({ addresses, memory }: GoogleNeeds): Hono =>
  new Hono()
    .get('/.well-known/openid-configuration', (c) => c.json(configurationAt(addresses.http)))
    .get('/oauth2/v3/certs', async (c) => {
      c.header('cache-control', `public, max-age=${CERTS_MAX_AGE_S}`)
      return c.json({ keys: await memory.keys.published() })
    })

const configurationAt = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/oauth2/v3/certs`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  claims_supported: 'aud email email_verified exp iat iss name picture sub'.split(' '),
  code_challenge_methods_supported: ['S256'],
  grant_types_supported: ['authorization_code'],
})

/** The people who can sign in, and their avatars. */
const peopleRoutes = ({ memory, showPage }: GoogleNeeds): Hono =>
  new Hono()
    .get('/', (c) => {
      const people = memory.google.state.people.map((one) => personLine(lineOf(one)))
      return showPage(c, { title: 'People', body: html`<h1>People</h1>${rows(people)}` })
    })
    .get('/avatars/:sub{\\d+}', (c) => answerAvatar(c, `google ${c.req.param('sub')}`))
