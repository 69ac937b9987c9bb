import type { Identity } from '#identity/identity.ts'
import type { SignInAttempt } from '#outside/sign-in-provider.ts'
import type { AttemptRow } from './attempts-table.ts'
import { callbackAddress } from './callback-address.ts'

// The code verifier and the nonce of a provider sign-in are stored sealed.

const placeOf = (state: string) => `flow_state|provider_checks|${state}`

export const sealChecks = (
  { keyring }: Pick<Identity, 'keyring'>,
  { state, codeVerifier, nonce }: SignInAttempt,
): string => keyring.seal(JSON.stringify([codeVerifier, nonce]), placeOf(state))

export function openChecks(
  needs: Pick<Identity, 'keyring' | 'settings'>,
  { id, provider_checks_sealed }: Pick<AttemptRow, 'id' | 'provider_checks_sealed'>,
): SignInAttempt {
  const checks = JSON.parse(needs.keyring.open(provider_checks_sealed, placeOf(id)))
  const [codeVerifier, nonce] = checks as [string, string]

  return { state: id, redirectUri: callbackAddress(needs), codeVerifier, nonce }
}
