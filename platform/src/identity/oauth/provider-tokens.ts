import type { SessionJson } from '@app/contract/identity'
import type { Identity } from '#identity/identity.ts'
import type { FlowRow } from '#identity/one-time/flow-state-table.ts'
import type { ProviderSignIn } from '#outside/sign-in-provider.ts'

/** The provider's tokens are stored sealed until the client exchanges its code. */
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

/** The sealing context of a provider's tokens. */
const providerTokenPlace = (name: 'access' | 'refresh', flowId: string) =>
  `flow_state|provider_${name}_token|${flowId}`

/** The provider's tokens are returned once, with the code exchange. */
export function openProviderTokens(
  { keyring }: Pick<Identity, 'keyring'>,
  { id, provider_access_token_sealed: access, provider_refresh_token_sealed: refresh }: FlowRow,
): Pick<SessionJson, 'provider_token' | 'provider_refresh_token'> {
  return {
    ...(access && { provider_token: keyring.open(access, providerTokenPlace('access', id)) }),
    ...(refresh && {
      provider_refresh_token: keyring.open(refresh, providerTokenPlace('refresh', id)),
    }),
  }
}
