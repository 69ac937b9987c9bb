import type { Identity } from '#identity/identity.ts'
import type { SsoPerson } from './claims.ts'

/** What a verified assertion said. */
export type Outcome = { person: SsoPerson; sessionEndsAt: string | null }

// Stored sealed, because it is personal and signs somebody in.

type Needs = Pick<Identity, 'keyring'>

const placeOf = (flowId: string) => `saml_flows|outcome|${flowId}`

export const sealOutcome = ({ keyring }: Needs, flowId: string, outcome: Outcome): string =>
  keyring.seal(JSON.stringify(outcome), placeOf(flowId))

export const openOutcome = ({ keyring }: Needs, flowId: string, sealed: string) =>
  JSON.parse(keyring.open(sealed, placeOf(flowId))) as Outcome
