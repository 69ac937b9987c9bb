import { Hono } from 'hono'
import { answerAvatar } from '#oauth/avatar-image.ts'
import { personLine } from '#oauth/consent.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type StartOptions, standin } from '#runtime/standin.ts'
import { consentRoutes, lineOf } from './consent-routes.ts'
import {
  findByEmail,
  type GoogleNeeds,
  ID_TOKEN_FAULTS,
  localClient,
  openGoogleMemory,
  seedPeople,
} from './memory.ts'
import { issueIdToken, newAccessToken, tokenRoutes } from './token-routes.ts'

/** Plays Google's sign-in: OpenID Connect with made-up people. */
export const google = standin({
  name: 'google',
  title: 'Google',
  plays: 'Plays Google’s sign-in: these people are made up, and nothing here reaches google.com.',
  home: 'People',
  list: ({ memory }) => memory.google.state.people.map((one) => personLine(lineOf(one))),
  remember: openGoogleMemory,
  app: (needs) =>
    new Hono()
      .use(sameOriginOnly)
      .route('/', discoveryRoutes(needs))
      .route('/', consentRoutes(needs))
      .route('/', tokenRoutes(needs))
      .get('/avatars/:sub{\\d+}', (c) => answerAvatar(c, `google ${c.req.param('sub')}`)),
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

const SCOPES = ['openid', 'email', 'profile']

/** Faults of Google's own tokens and keys, and id tokens as Google's sign-in button issues them. */
export function googleControl(needs: GoogleNeeds): Hono {
  const { google, keys } = needs.memory

  return new Hono()
    .post('/keys', async (c) => {
      await keys.rotate({ dropsOld: fieldsOf(await readJson(c.req)).flag('dropsOld') })
      return c.json({ keys: await keys.published() }, 201)
    })
    .post('/id-token-faults', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const kind = input.oneOf('kind', ID_TOKEN_FAULTS)
      const remaining = input.integer('times', 1)
      if (!kind || remaining < 1) {
        throw new InvalidInput('Say a "kind", and "times" of at least 1.')
      }
      await google.change((state) => state.idTokenFaults.push({ kind, remaining }))
      return c.json({ kind, remaining }, 201)
    })
    .post('/id-tokens', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const person = findByEmail(needs, input.text('person'))
      if (!person) throw new InvalidInput('Nobody has this address.')
      const accessToken = newAccessToken()
      const idToken = await issueIdToken(needs, {
        person,
        clientId: input.text('clientId', localClient.clientId),
        scopes: SCOPES,
        accessToken,
        nonce: input.has('nonce') ? input.text('nonce') : undefined,
        fault: input.oneOf('fault', ID_TOKEN_FAULTS),
      })
      return c.json({ id_token: idToken, access_token: accessToken }, 201)
    })
}
