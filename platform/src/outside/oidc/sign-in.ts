import { authorizationCodeGrant } from 'openid-client'
import type { Clock } from '#clock/clock.ts'
import { authorizeAddress } from '#outside/authorize-address.ts'
import { ProviderError } from '#outside/provider-error.ts'
import type { SignInAttempt, SignInProvider } from '#outside/sign-in-provider.ts'
import { profileOf, verifiedClaims } from './claims.ts'
import { readOidcIdToken } from './id-token.ts'
import { type OidcSettings, openOidc } from './oidc.ts'
import { oidcFailure } from './oidc-failure.ts'

const SCOPES = ['openid', 'email', 'profile']

/** Sign-in with a provider of OpenID Connect. */
export function oidcSignIn(settings: OidcSettings, clock: Clock): SignInProvider {
  const oidc = openOidc(settings, clock)
  const { scopes: ownScopes = SCOPES, parameters } = settings

  const exchangeCode = async (attempt: SignInAttempt, callback: URLSearchParams) => {
    const configuration = await oidc.configuration()
    const callbackUrl = new URL(attempt.redirectUri)
    callbackUrl.search = callback.toString()
    const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
    })
    if (!tokens.id_token) throw new ProviderError(settings.name, 'unavailable', 'sent no id token')

    return { ...tokens, claims: await verifiedClaims(oidc, tokens.id_token) }
  }

  return {
    name: settings.name,
    issuer: settings.issuer,
    async authorizeUrl(attempt, { scopes, extra }) {
      const { authorization_endpoint: endpoint = '' } = (
        await oidc.configuration()
      ).serverMetadata()
      const ours = {
        client_id: settings.clientIds[0],
        response_type: 'code',
        scope: [...new Set([...ownScopes, ...scopes])].join(' '),
        nonce: attempt.nonce,
      }
      return authorizeAddress(endpoint, attempt, ours, { ...extra, ...parameters })
    },
    async exchange(attempt, callback) {
      const tokens = await exchangeCode(attempt, callback).catch((error) => {
        throw oidcFailure(settings.name, error)
      })

      return {
        profile: profileOf(oidc, tokens.claims),
        providerToken: tokens.access_token,
        providerRefreshToken: tokens.refresh_token ?? null,
        tokenExpiresAt: null,
        refreshTokenExpiresAt: null,
        scopes: [],
      }
    },
    readIdToken: (claim) => readOidcIdToken(oidc, claim),
  }
}
