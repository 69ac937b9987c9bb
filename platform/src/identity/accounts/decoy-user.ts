import { randomUUID } from 'node:crypto'
import type { Metadata, UserJson } from '@app/contract/identity'
import { type Address, factsOf } from './create-account.ts'

type Decoy = {
  address: Address
  data: Metadata
  /** When the account would have been created, and its mail queued. */
  createdAt: Date
  sentAt: Date
}

/**
 * The answer to a sign-up whose address has a confirmed account: a user who looks new and does not exist. Its empty
 * list of identities is how clients can tell.
 */
export function decoyOfConfirmed({ address, data, createdAt, sentAt }: Decoy): UserJson {
  const provider = providerOf(address)

  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: address.email ?? '',
    phone: address.phone ?? '',
    confirmation_sent_at: sentAt.toISOString(),
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: createdAt.toISOString(),
    updated_at: sentAt.toISOString(),
    is_anonymous: false,
  }
}

/** The same for an unconfirmed account: byte for byte what a first sign-up answers, with nothing of the account. */
export function decoyOfUnconfirmed(decoy: Decoy): UserJson {
  const user = decoyOfConfirmed(decoy)
  const { id, email, phone, created_at } = user
  const facts = factsOf({ id, email: email || null, phone: phone || null })

  return {
    ...user,
    role: 'authenticated',
    user_metadata: asStored({ ...decoy.data, ...facts }),
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: asStored(facts),
        provider: providerOf(decoy.address),
        last_sign_in_at: created_at,
        created_at,
        updated_at: created_at,
        ...(email && { email }),
      },
    ],
  }
}

const providerOf = ({ phone }: Address) => (phone === undefined ? 'email' : 'phone')

/** Key order would reveal a value that never was in the database: jsonb sorts keys by length, then by bytes. */
function asStored<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(asStored) as Value
  if (typeof value !== 'object' || value === null) return value
  const bytes = (key: string) => Buffer.from(key)
  const entries = Object.entries(value).sort(
    ([one], [other]) => bytes(one).length - bytes(other).length || bytes(one).compare(bytes(other)),
  )

  return Object.fromEntries(entries.map(([key, inner]) => [key, asStored(inner)])) as Value
}
