import type { Identity } from '#identity/identity.ts'
import { issuerOf } from '#identity/settings.ts'
import { GRANT_TYPES } from './client-fields.ts'
import { offeredScopes } from './scopes.ts'

/** RFC 8414 and OpenID Connect Discovery in one document. */
export function serverMetadata({ settings, tokens }: Pick<Identity, 'settings' | 'tokens'>) {
  const issuer = issuerOf(settings)

  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    ...(settings.oauthDynamicRegistration && {
      registration_endpoint: `${issuer}/oauth/clients/register`,
    }),
    scopes_supported: offeredScopes({ tokens }),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [tokens.algorithm],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
  }
}
