import type { Metadata } from '@app/contract/identity'
import type { Sql } from '#db/database.ts'
import { type Account, isConfirmed } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { requireAdmitted } from './admit-new-user.ts'
import { type Address, createAccount, factsOf, loadAccount } from './create-account.ts'
import { deleteOtherIdentities, type IdentityKey } from './identities-table.ts'
import { updateProviders } from './update-providers.ts'
import { type UserChanges, updateUser } from './users-table.ts'

type Needs = Pick<Identity, 'clock'>
type CreationNeeds = Pick<Identity, 'clock' | 'authHooks'>

type Submitted = { passwordHash: string | null; data: Metadata }

/** Creates an account for a caller who has not proven the address: by sign-up or link request. */
export function createUnverified(
  sql: Sql,
  needs: CreationNeeds,
  address: Address,
  { data, passwordHash }: Submitted,
): Promise<Account> {
  const provider = address.email === undefined ? 'phone' : 'email'
  requireAdmitted(needs, { ...address, provider, data })

  return createAccount(sql, needs, {
    ...address,
    data,
    passwordHash,
    withFacts: true,
    row: { has_unverified_credentials: true },
  })
}

/**
 * A sign-up for an unconfirmed account replaces the credentials of the earlier unproven caller. It does not replace what an admin has
 * prepared.
 */
export async function replaceUnverified(
  sql: Sql,
  needs: Needs,
  account: Account,
  { passwordHash, data }: Submitted,
): Promise<Account> {
  if (!isUnverified(account)) return account

  const { id } = await clearCredentials(sql, needs, account, addressIdentity(account))
  await updateUser(sql, id, needs.clock.now(), {
    encrypted_password: passwordHash,
    raw_user_meta_data: { ...data, ...factsOf(account) },
    has_unverified_credentials: true,
  })
  return loadAccount(sql, id)
}

/**
 * An admin's invitation addresses the mailbox owner, so the admin's data replaces an unproven caller's.
 */
export async function replaceByAdmin(
  sql: Sql,
  needs: Needs,
  account: Account,
  entered: UserChanges,
): Promise<Account> {
  if (!account.has_unverified_credentials) return account

  const { id } = await revokeUnverified(sql, needs, account)
  await updateUser(sql, id, needs.clock.now(), entered)
  return loadAccount(sql, id)
}

/**
 * Removes everything that unproven callers submitted. Runs before every confirmation or invitation except the sign-up's own confirmation.
 */
export const revokeUnverified = async (
  sql: Sql,
  needs: Needs,
  account: Account,
): Promise<Account> =>
  isUnverified(account) ? clearCredentials(sql, needs, account, addressIdentity(account)) : account

/** Removes every credential except this identity. The account keeps its id and its address. */
export async function clearCredentials(
  sql: Sql,
  needs: Needs,
  account: Account,
  kept: IdentityKey,
): Promise<Account> {
  const { id, email, phone_confirmed_at } = account

  await updateUser(sql, id, needs.clock.now(), {
    ...(email !== null && phone_confirmed_at === null && { phone: null }),
    encrypted_password: null,
    pending_encrypted_password: null,
    has_unverified_credentials: false,
    email_change: '',
    email_change_confirm_status: 0,
    phone_change: '',
    raw_user_meta_data: {},
  })
  await deleteOtherIdentities(sql, id, kept)
  for (const table of CREDENTIALS) {
    await sql.query(`delete from auth.${table} where user_id = $1`, [id])
  }
  await sql.query('delete from auth.flow_state where user_id = $1 or linking_target_id = $1', [id])
  return updateProviders(sql, needs, id)
}

const CREDENTIALS = [
  'sessions',
  'one_time_tokens',
  'mfa_factors',
  'mfa_guesses',
  'webauthn_credentials',
  'known_devices',
]

/** Confirmed accounts are never changed, whoever confirmed them. */
const isUnverified = (account: Account) =>
  account.has_unverified_credentials && !isConfirmed(account)

/** The identity of the account's own address. */
const addressIdentity = ({ id, email }: Account): IdentityKey => ({
  provider: email === null ? 'phone' : 'email',
  subject: id,
})
