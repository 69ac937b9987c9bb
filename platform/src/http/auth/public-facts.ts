import { issuerOf } from '#identity/settings.ts'
import type { Route } from './auth-needs.ts'
import { getServerMetadata } from './oauth-server.ts'

/** The providers that clients may ask about, enabled or not. */
const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

export const getSettings: Route =
  ({ identity: { settings, providers, saml } }) =>
  async (c) =>
    c.json({
      external: {
        ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
        ...Object.fromEntries([...providers.keys()].map((name) => [name, true])),
        email: settings.emailEnabled,
        phone: settings.phoneEnabled,
        anonymous_users: settings.anonymousEnabled,
      },
      disable_signup: settings.signupDisabled,
      mailer_autoconfirm: settings.autoconfirm,
      phone_autoconfirm: settings.phoneAutoconfirm,
      sms_provider: settings.smsProvider,
      saml_enabled: settings.samlEnabled,
      saml_private_key_next_configured: (saml?.certificates.length ?? 0) > 1,
      passkeys_enabled: settings.passkeysEnabled,
    })

export const getHealth: Route = () => async (c) =>
  c.json({
    version: 'v2.196.0',
    // Clients look for this key.
    name: 'GoTrue',
    description: 'Accounts, sessions and sign-in of this product, in the manner of Supabase Auth',
  })

export const getJwks: Route =
  ({ identity }) =>
  async (c) => {
    c.header('cache-control', 'public, max-age=600')
    return c.json({ keys: identity.tokens.published })
  }

/**
 * The issuer of our tokens and their keys, and the OAuth server's endpoints if it is on. Supabase Auth lists them even when it is off.
 */
export const getOpenIdConfiguration: Route = (needs) => async (c) => {
  const { settings, tokens } = needs.identity
  if (settings.oauthServerEnabled) return getServerMetadata(needs)(c)

  const issuer = issuerOf(settings)
  c.header('cache-control', 'public, max-age=600')
  return c.json({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: [],
    grant_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [tokens.algorithm],
  })
}
