import { randomUUID } from 'node:crypto'
import type { Metadata, UserJson } from '@app/contract/identity'
import type { Address } from './create-account.ts'

/**
 * What a sign-up answers for an address that has an account already: somebody who looks new and does
 * not exist. The list of identities is empty; clients that want to know look there.
 */
export function strangerJson(address: Address, data: Metadata, now: Date): UserJson {
  const provider = address.phone === undefined ? 'email' : 'phone'
  const moment = now.toISOString()

  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: address.email ?? '',
    phone: address.phone ?? '',
    confirmation_sent_at: moment,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: moment,
    updated_at: moment,
    is_anonymous: false,
  }
}
