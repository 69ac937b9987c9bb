import { randomUUID } from 'node:crypto'
import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { findAccount } from './accounts-table.ts'
import { insertIdentity } from './identities-table.ts'
import { insertUser, type UserChanges } from './users-table.ts'

export type Address = { email: string; phone?: never } | { phone: string; email?: never }

type NewAccount = Address & {
  id?: string
  passwordHash: string | null
  data: Metadata
  /** Adds the facts about the address to the user's metadata, as sign-ups do. */
  withFacts?: boolean
  appMetadata?: Metadata
  /** Further columns of the row. */
  row?: UserChanges
}

/** Creates a user and their first identity. The address is not confirmed yet. */
export async function createAccount(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  { id = randomUUID(), email, phone, passwordHash, data, withFacts, appMetadata, row }: NewAccount,
): Promise<Account> {
  const now = clock.now()
  const provider = email === undefined ? 'phone' : 'email'
  const facts = factsOf({ id, email: email ?? null, phone: phone ?? null })

  await insertUser(sql, id, now, {
    aud: 'authenticated',
    role: 'authenticated',
    email: email ?? null,
    phone: phone ?? null,
    encrypted_password: passwordHash,
    raw_app_meta_data: { ...appMetadata, provider, providers: [provider] },
    raw_user_meta_data: withFacts ? { ...data, ...facts } : data,
    ...row,
  })
  await insertIdentity(sql, now, { userId: id, provider, providerId: id, data: facts })
  return loadAccount(sql, id)
}

/** The facts about an address before its owner has proven it. */
export const factsOf = ({ id, email, phone }: Pick<Account, 'id' | 'email' | 'phone'>) => ({
  sub: id,
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
  email_verified: false,
  phone_verified: false,
})

/** Reads an account, which must exist, again after a change in the same transaction. */
export async function loadAccount(sql: Sql, id: string): Promise<Account> {
  const account = await findAccount(sql, 'id', id)
  if (!account) throw new Error('account not found within its own transaction')

  return account
}
