import type { Identity } from '#identity/identity.ts'
import type { ProviderProfile } from '#outside/sign-in-provider.ts'

// A link is worth as much as a password to whoever has the provider's account: it waits for the verifier
// of whoever asked for it, so that nobody is led into adding his account to a stranger's.

type Needs = Pick<Identity, 'keyring'>

const placeOf = (flowId: string) => `flow_state|pending_identity|${flowId}`

export const sealPendingLink = ({ keyring }: Needs, flowId: string, profile: ProviderProfile) =>
  keyring.seal(JSON.stringify(profile), placeOf(flowId))

export const openPendingLink = ({ keyring }: Needs, flowId: string, sealed: string) =>
  JSON.parse(keyring.open(sealed, placeOf(flowId))) as ProviderProfile
