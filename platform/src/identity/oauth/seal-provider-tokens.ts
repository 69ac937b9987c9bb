import type { Identity } from '#identity/identity.ts'
import { providerTokenPlace } from '#identity/one-time/provider-tokens.ts'
import type { ProviderSignIn } from '#outside/sign-in-provider.ts'

/** The provider's tokens are the client's; until it comes for them they lie sealed. */
export const sealProviderTokens = (
  { keyring }: Pick<Identity, 'keyring'>,
  flowId: string,
  { providerToken, providerRefreshToken }: ProviderSignIn,
) => ({
  accessTokenSealed: keyring.seal(providerToken, providerTokenPlace('access', flowId)),
  refreshTokenSealed:
    providerRefreshToken === null
      ? null
      : keyring.seal(providerRefreshToken, providerTokenPlace('refresh', flowId)),
})
