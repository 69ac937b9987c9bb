import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Needs } from '#runtime/declaration.ts'
import { fieldsOf } from '#runtime/fields.ts'
import type { Place } from '#runtime/place.ts'
import { makeRsaKey, once } from '#runtime/rsa-keys.ts'

/** An employee of the company that runs this provider. */
export type Person = { email: string; name: string; department: string }

export type SigningKey = { privateKey: string; certificate: string }

type SamlState = { people: Person[]; keys: SigningKey[] }

export type SamlNeeds = Needs<ReturnType<typeof openSamlMemory>>

export function openSamlMemory(place: Place) {
  const saml = place.open<SamlState>('saml.json', (before) => ({
    people: demoPeople(),
    // Products keep the certificate.
    keys: before?.keys ?? [],
  }))

  return {
    saml,
    /** The key of the metadata. */
    async ownKey(): Promise<SigningKey> {
      const made = saml.state.keys[0] ?? (await firstKey())
      if (saml.state.keys.length === 0) await saml.change(({ keys }) => keys.push(made))
      return made
    },
    /** A key that the metadata does not have. */
    otherKey,
    /** A new key; the metadata has only this one from now on. */
    async rotate(): Promise<void> {
      const key = await makeKey()
      await saml.change((state) => {
        state.keys = [key]
      })
    },
  }
}

const demoPeople = (): Person[] => [
  { email: 'ada@lanternworks.test', name: 'Ada Berg', department: 'Engineering' },
  { email: 'otto@lanternworks.test', name: 'Otto Lind', department: 'Sales' },
  // The provider believes this address; a product should not.
  { email: 'guest@elsewhere.test', name: 'Gast Elsewhere', department: 'Guests' },
]

/** `{"people":[{"email":"ada@company.test","name":"Ada","department":"Sales"}]}` */
export async function seedSamlPeople({ memory }: SamlNeeds, input: unknown): Promise<void> {
  const people = fieldsOf(input)
    .list('people')
    .map((one) => ({
      email: one.text('email'),
      name: one.text('name', one.text('email')),
      department: one.text('department', 'Engineering'),
    }))

  await memory.saml.change((state) => state.people.push(...people))
}

async function makeKey(): Promise<SigningKey> {
  const key = await makeRsaKey()

  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificateOf(key),
  }
}

const firstKey = once(makeKey)
const otherKey = once(makeKey)

/** A self-signed certificate (RFC 5280), as base64 of its DER: metadata carries keys in this form only. */
function certificateOf(privateKey: KeyObject): string {
  const signed = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    SHA256_WITH_RSA,
    NAME,
    sequence(
      tagged(0x17, Buffer.from('200101000000Z')),
      tagged(0x18, Buffer.from('21200101000000Z')),
    ),
    NAME,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = tagged(0x03, Buffer.of(0), sign('sha256', signed, privateKey))

  return sequence(signed, SHA256_WITH_RSA, signature).toString('base64')
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content

  return Buffer.concat([
    Buffer.of(tag, ...(length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff])),
    content,
  ])
}

const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts)
const integer = (value: number) => tagged(0x02, Buffer.of(value))
const object = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))

const SHA256_WITH_RSA = sequence(object('2a864886f70d01010b'), tagged(0x05))
const NAME = sequence(
  tagged(0x31, sequence(object('550403'), tagged(0x0c, Buffer.from('Local stand-in')))),
)
