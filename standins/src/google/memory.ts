import { join } from 'node:path'
import type { Callbacks } from '#oauth/callbacks.ts'
import type { Needs } from '#runtime/declaration.ts'
import { type Memory, openMemory, type Remembered } from '#runtime/memory.ts'
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

export type GoogleState = {
  people: Person[]
  latestSub: string | null
  codes: Code[]
  idTokenFaults: IdTokenFault[]
}

type GoogleMemory = Remembered & { google: Memory<GoogleState>; keys: SigningKeys }

export function openGoogleMemory({ folder }: { folder: string }): GoogleMemory {
  const keys = openSigningKeys(folder)
  const google = openMemory<GoogleState>(join(folder, 'google.json'), () => ({
    people: demoPeople(),
    latestSub: null,
    codes: [],
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

/** Two users who also have an account at the product, and one for each special case. */
const demoPeople = (): Person[] => [
  {
    sub: '100000000000000001001',
    name: 'Mia Torres',
    email: 'member@demo.gitferry.test',
    emailVerified: true,
  },
  {
    sub: '100000000000000001002',
    name: 'Priya Nair',
    email: 'pro@demo.gitferry.test',
    emailVerified: true,
  },
  {
    sub: '100000000000000001003',
    name: 'Jonas Weber',
    email: 'jonas@example.test',
    emailVerified: true,
  },
  {
    sub: '100000000000000001004',
    name: 'Lena Park',
    email: 'lena@lanternworks.test',
    emailVerified: true,
  },
  {
    sub: '100000000000000001005',
    name: 'Vera Lund',
    email: 'vera@example.test',
    emailVerified: false,
  },
]

export type GoogleNeeds = Needs<GoogleMemory> & { clients: readonly Client[] }

export const findClient = ({ clients }: GoogleNeeds, clientId: string | undefined) =>
  clients.find((one) => one.clientId === clientId)

export const findPerson = ({ memory }: GoogleNeeds, sub: string) =>
  memory.google.state.people.find((one) => one.sub === sub)

/** Tests and the sign-in page identify people by address. */
export const findByEmail = ({ memory }: GoogleNeeds, email: string) =>
  memory.google.state.people.find((one) => one.email === email)

/** A client registered with Google. */
export type Client = {
  clientId: string
  clientSecret: string
  name: string
  callbacks: Callbacks
}

/** The client used without real Google credentials. */
export const localClient: Client = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
  callbacks: ['http://127.0.0.1/auth/v1/callback'],
}
