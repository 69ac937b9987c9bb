import { join } from 'node:path'
import { type Memory, openMemory, type Remembered } from '#runtime/memory.ts'
import { demoPeople } from './demo-people.ts'
import type { IdTokenFault } from './id-token-faults.ts'
import type { Person } from './person.ts'
import { openSigningKeys, type SigningKeys } from './signing-keys.ts'

export type Code = {
  code: string
  clientId: string
  sub: string
  callback: string
  challenge: string | null
  nonce: string | undefined
  scopes: string[]
  /** Whether a refresh token comes with it. */
  isLasting: boolean
  issuedAt: number
}

export type Token = {
  text: string
  kind: 'access' | 'refresh'
  clientId: string
  sub: string
  scopes: string[]
  /** null: until it is revoked. */
  until: number | null
}

export type GoogleState = {
  people: Person[]
  latestSub: string | null
  codes: Code[]
  tokens: Token[]
  idTokenFaults: IdTokenFault[]
}

export type GoogleMemory = Remembered & { google: Memory<GoogleState>; keys: SigningKeys }

export function openGoogleMemory({ folder }: { folder: string }): GoogleMemory {
  const keys = openSigningKeys(folder)
  const google = openMemory<GoogleState>(join(folder, 'google.json'), () => ({
    people: demoPeople(),
    latestSub: null,
    codes: [],
    tokens: [],
    idTokenFaults: [],
  }))

  return {
    google,
    keys,
    // The keys stay: clients cache them.
    reset: google.reset,
    async close() {
      await Promise.all([google.close(), keys.close()])
    },
  }
}
