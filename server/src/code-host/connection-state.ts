import { createHash } from 'node:crypto'
import type { Keyring } from '@app/platform/sealing/keyring.ts'

// The database stores only a hash of the state and a sealed verifier: readers cannot finish another member's
// connection.

export const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')

const placeOf = (stateHash: string) => `github_connection_states|code_verifier|${stateHash}`

type Needs = { keyring: Keyring }

export const sealVerifier = ({ keyring }: Needs, stateHash: string, verifier: string): string =>
  keyring.seal(verifier, placeOf(stateHash))

export const openVerifier = ({ keyring }: Needs, stateHash: string, sealed: string): string =>
  keyring.open(sealed, placeOf(stateHash))
