import { randomUUID } from 'node:crypto'
import type { Metadata, UserJson } from '@app/contract/identity'
import { type Address, factsOf } from './create-account.ts'

type Decoy = {
  address: Address
  data: Metadata
  /** When the account would have been created and its mail queued. */
  createdAt: Date
  sentAt: Date
}

/**
 * The decoy answer to a sign-up with a registered address, byte for byte like the answer for a new address. Any difference would reveal who
 * is registered.
 */
export function decoyUser({ address, data, createdAt, sentAt }: Decoy): UserJson {
  const id = randomUUID()
  const { email = null, phone = null } = address
  const provider = email === null ? 'phone' : 'email'
  const facts = factsOf({ id, email, phone })
  const created_at = createdAt.toISOString()

  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: email ?? '',
    phone: phone ?? '',
    confirmation_sent_at: sentAt.toISOString(),
    app_metadata: { provider, providers: [provider] },
    user_metadata: asStored({ ...data, ...facts }),
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: asStored(facts),
        provider,
        last_sign_in_at: created_at,
        created_at,
        updated_at: created_at,
        ...(email && { email }),
      },
    ],
    created_at,
    updated_at: sentAt.toISOString(),
    is_anonymous: false,
  }
}

/** jsonb sorts keys by length, then by bytes, so another key order would reveal a decoy. */
function asStored<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(asStored) as Value
  if (typeof value !== 'object' || value === null) return value
  const bytes = (key: string) => Buffer.from(key)
  const entries = Object.entries(value).sort(
    ([one], [other]) => bytes(one).length - bytes(other).length || bytes(one).compare(bytes(other)),
  )

  return Object.fromEntries(entries.map(([key, inner]) => [key, asStored(inner)])) as Value
}
