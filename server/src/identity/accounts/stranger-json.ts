import { randomUUID } from 'node:crypto'
import type { Metadata, UserJson } from '@app/contract/identity'

/**
 * What a sign-up answers for an address that has an account already: somebody who looks new and does
 * not exist. The list of identities is empty; clients that want to know look there.
 */
export const strangerJson = (email: string, data: Metadata, now: Date): UserJson => ({
  id: randomUUID(),
  aud: 'authenticated',
  role: '',
  email,
  phone: '',
  confirmation_sent_at: now.toISOString(),
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: data,
  identities: [],
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  is_anonymous: false,
})
