import { Hono } from 'hono'
import type { GoogleNeeds } from './memory.ts'

const CERTS_MAX_AGE_S = 3600

/** OpenID discovery and public keys. */
export const discoveryRoutes = ({ addresses, memory }: GoogleNeeds): Hono =>
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
  claims_supported: [
    'aud',
    'email',
    'email_verified',
    'exp',
    'iat',
    'iss',
    'name',
    'picture',
    'sub',
  ],
  code_challenge_methods_supported: ['S256'],
  grant_types_supported: ['authorization_code'],
})
