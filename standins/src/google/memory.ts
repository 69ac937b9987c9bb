import { createPrivateKey, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { join } from 'node:path'
import type { Callbacks } from '#oauth/callbacks.ts'
import { randomDigits } from '#oauth/random-text.ts'
import type { Needs } from '#runtime/declaration.ts'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import { openMemory } from '#runtime/memory.ts'
import type { Place } from '#runtime/place.ts'
import { makeRsaKey, once } from '#runtime/rsa-keys.ts'

/** Every Google account has an address; it may be unverified. */
export type Person = { sub: string; name: string; email: string; emailVerified: boolean }

export type Code = {
  code: string
  sub: string
  callback: string
  challenge: string | null
  nonce: string | undefined
  scopes: string[]
  /** Whether a refresh token comes with it. */
  isLasting: boolean
  issuedAt: number
}

/** Faults of an id token that comes from the right issuer. */
export const ID_TOKEN_FAULTS = [
  'audience',
  'party',
  'issuer',
  'nonce',
  'expired',
  'signature',
] as const

export type IdTokenFault = (typeof ID_TOKEN_FAULTS)[number]

export type GoogleState = {
  people: Person[]
  latestSub: string | null
  codes: Code[]
  idTokenFaults: { kind: IdTokenFault; remaining: number }[]
}

export type GoogleNeeds = Needs<ReturnType<typeof openGoogleMemory>>

export const openGoogleMemory = (place: Place) => ({
  keys: place.keep(openSigningKeys(join(place.folder, 'keys.json'))),
  google: place.open<GoogleState>('google.json', () => ({
    people: DEMO_PEOPLE.map(([name, email, emailVerified], i) => ({
      sub: `10000000000000000${1001 + i}`,
      name,
      email,
      emailVerified,
    })),
    latestSub: null,
    codes: [],
    idTokenFaults: [],
  })),
})

/** Two users who also have an account at the product, and one for each special case. */
const DEMO_PEOPLE: [name: string, email: string, emailVerified: boolean][] = [
  ['Mia Torres', 'member@demo.gitferry.test', true],
  ['Priya Nair', 'pro@demo.gitferry.test', true],
  ['Jonas Weber', 'jonas@example.test', true],
  ['Lena Park', 'lena@lanternworks.test', true],
  ['Vera Lund', 'vera@example.test', false],
]

export const findPerson = ({ memory }: GoogleNeeds, sub: string) =>
  memory.google.state.people.find((one) => one.sub === sub)

/** Tests and the sign-in page identify people by address. */
export const findByEmail = ({ memory }: GoogleNeeds, email: string) =>
  memory.google.state.people.find((one) => one.email === email)

export const pictureOf = ({ sub }: Person): string => `/avatars/${sub}`

/** The client used without real Google credentials. */
export const localClient = {
  clientId: 'gitferry-local',
  clientSecret: 'gitferry-local-secret',
  name: 'Gitferry',
  callbacks: ['http://127.0.0.1/auth/v1/callback'] satisfies Callbacks,
}

/** `{"people":[{"name":"Ada","email":"ada@example.test","emailUnverified":true}]}` */
export async function seedPeople({ memory }: GoogleNeeds, input: unknown): Promise<void> {
  await memory.google.change(({ people }) => {
    for (const one of fieldsOf(input).list('people')) {
      const email = one.text('email')
      if (people.some((other) => other.email === email)) {
        throw new InvalidInput(`“${email}” already has an account.`)
      }
      const emailVerified = !one.flag('emailUnverified')
      people.push({
        sub: `1${randomDigits(20)}`,
        name: one.text('name', '') || email,
        email,
        emailVerified,
      })
    }
  })
}

/** Keys for id tokens. They stay after a reset, because clients cache them. */
export function openSigningKeys(file: string) {
  const memory = openMemory(file, () => ({ keys: [] as Key[] }))

  /** Made on first use. */
  const newest = async (): Promise<Key> => {
    const made = memory.state.keys[0] ?? (await firstKey())
    // Two callers may have waited for the same key.
    if (memory.state.keys.length === 0) await memory.change(({ keys }) => keys.push(made))
    return made
  }

  return {
    /** Public keys, newest first. */
    async published() {
      await newest()
      return memory.state.keys.map(publicPart)
    },
    sign: async (claims: object) => signed(await newest(), claims),
    /** As `sign`, but with an unknown key under a published key id. */
    forge: async (claims: object) =>
      signed({ ...(await unknownKey()), kid: (await newest()).kid }, claims),
    /** Signs with a new key; the previous one stays published unless `dropsOld`. */
    async rotate({ dropsOld }: { dropsOld: boolean }) {
      const [old, added] = await Promise.all([newest(), makeKey()])
      await memory.change((state) => {
        state.keys = dropsOld ? [added] : [added, old]
      })
    },
    close: memory.close,
  }
}

const publicPart = ({ kid, privateJwk: { kty, n, e } }: Key) => ({
  kid,
  kty,
  n,
  e,
  alg: 'RS256',
  use: 'sig',
})

function signed({ kid, privateJwk }: Key, claims: object): string {
  const unsigned = [{ alg: 'RS256', kid, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })

  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
}

type Key = { kid: string; privateJwk: JsonWebKey }

async function makeKey(): Promise<Key> {
  const key = await makeRsaKey()

  return { kid: randomUUID().replaceAll('-', ''), privateJwk: key.export({ format: 'jwk' }) }
}

const firstKey = once(makeKey)

/** A key that is not Google's. */
const unknownKey = once(makeKey)
