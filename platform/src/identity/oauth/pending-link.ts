import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'

// A linked identity gives full access to the account. Stored sealed until the client presents the flow's
// verifier: nobody can be tricked into linking to an attacker's account.

type Needs = Pick<Identity, 'keyring'>

const placeOf = (flowId: string) => `flow_state|pending_identity|${flowId}`

export const sealPendingLink = ({ keyring }: Needs, flowId: string, profile: ProviderProfile) =>
  keyring.seal(JSON.stringify(profile), placeOf(flowId))

export const openPendingLink = ({ keyring }: Needs, flowId: string, sealed: string) =>
  JSON.parse(keyring.open(sealed, placeOf(flowId))) as ProviderProfile
