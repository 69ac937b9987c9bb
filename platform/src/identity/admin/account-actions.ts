import type { Sql } from '#db/database.ts'
import type { Account } from '#identity/account.ts'
import { revokeUnverified } from '#identity/accounts/unverified-credentials.ts'
import { updateUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { mailConfirmation } from '#identity/addresses/confirmation-mails.ts'
import { type Actor, record } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { deleteKnownDevices } from '#identity/devices/known-devices-table.ts'
import { removeFactor } from '#identity/factors/remove-factor.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { mailCode } from '#identity/one-time/mail-code.ts'
import { limitInvitations } from '#identity/one-time/mail-limits.ts'
import { deleteSessionsOf } from '#identity/sessions/sessions-table.ts'

/** The admin who acts on the account. */
export type By = { actor: Actor; client: Client }

// Actions of a product's admins on an account, in the product's own transaction. Callers hold the account's lock.

/** null lifts the ban. Sessions are kept, but refused while the ban lasts. */
export async function banAccount(
  sql: Sql,
  needs: Identity,
  { account, until }: { account: Account; until: Date | null },
  by: By,
): Promise<void> {
  await updateUser(sql, account.id, needs.clock.now(), { banned_until: until })
  if (until) {
    await deleteKnownDevices(sql, account.id)
    await deleteFlowsOf(sql, account.id)
  }
  await recordChange(sql, needs, account, by)
}

/**
 * An admin's confirmation deletes the credentials of a caller who never proved the address. Returns whether a password was among them.
 */
export async function confirmByAdmin(
  sql: Sql,
  needs: Identity,
  account: Account,
  by: By,
): Promise<{ removedPassword: boolean }> {
  const proven = await revokeUnverified(sql, needs, account)
  await confirmAccount(sql, needs, proven, 'email')
  await recordChange(sql, needs, account, by)

  return { removedPassword: Boolean(account.encrypted_password && !proven.encrypted_password) }
}

type Mail = { account: Account; redirectTo: string }

export async function mailConfirmationByAdmin(
  sql: Sql,
  needs: Identity,
  { account, redirectTo }: Mail,
  { client }: By,
): Promise<void> {
  await limitInvitations(sql, needs)
  await mailConfirmation(sql, needs, account, { redirect: { redirectTo, pkce: null }, client })
}

export async function mailRecoveryByAdmin(
  sql: Sql,
  needs: Identity,
  { account, redirectTo }: Mail,
  { actor, client }: By,
): Promise<void> {
  await limitInvitations(sql, needs)
  const redirect = { redirectTo, pkce: null }
  const address = account.email ?? ''
  await mailCode(sql, needs, { account, kind: 'recovery', address, redirect, isFromAdmin: true })
  const traits = { user_id: account.id }
  await record(sql, needs, { action: 'user_recovery_requested', actor, client, traits })
}

/** Returns the number of sessions. */
export async function signOutByAdmin(
  sql: Sql,
  needs: Identity,
  { id }: Account,
  { actor, client }: By,
): Promise<number> {
  const count = await deleteSessionsOf(sql, id)
  await deleteFlowsOf(sql, id)
  const traits = { user_id: id, scope: 'global', count }
  await record(sql, needs, { action: 'logout', actor, client, traits })

  return count
}

/** Returns the number of factors; each verified one is reported to the owner by mail. */
export async function removeFactorsByAdmin(
  sql: Sql,
  needs: Identity,
  account: Account,
  { actor, client }: By,
): Promise<number> {
  for (const factor of account.factors) {
    await removeFactor(sql, needs, { account, factor })
    const traits = { user_id: account.id, factor_id: factor.id }
    await record(sql, needs, { action: 'factor_deleted', actor, client, traits })
  }

  return account.factors.length
}

const recordChange = (sql: Sql, needs: Identity, { id }: Account, { actor, client }: By) =>
  record(sql, needs, {
    action: 'user_modified',
    actor,
    client,
    traits: { user_id: id, by: 'admin' },
  })
