import type { UserJson } from '@app/contract/identity'
import { type Sql, theServer } from '#db/database.ts'
import { type Account, isBanned } from '#identity/account.ts'
import { findAccount } from '#identity/accounts/accounts-table.ts'
import { loadAccount } from '#identity/accounts/create-account.ts'
import { mergeIdentityData } from '#identity/accounts/identities-table.ts'
import { mergeMetadata } from '#identity/accounts/metadata.ts'
import { retryIfTaken } from '#identity/accounts/retry-if-taken.ts'
import { revokeUnverified } from '#identity/accounts/unverified-credentials.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { type UserChanges, updateUser } from '#identity/accounts/users-table.ts'
import { confirmAccount } from '#identity/addresses/confirm-account.ts'
import { type AuditEvent, record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { deleteKnownDevices } from '#identity/devices/known-devices-table.ts'
import { emailExists, phoneExists } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { deleteFlowsOf } from '#identity/one-time/flow-state-table.ts'
import { refuseWeak } from '#identity/passwords/password-policy.ts'
import { setPassword } from '#identity/passwords/set-password.ts'
import { type AdminAttributes, readAttributes } from './attributes.ts'
import { lockUser } from './get-user.ts'

/** Changes take effect immediately; addresses set by an admin need no confirmation. */
export function updateUserByAdmin(
  needs: Identity,
  id: string,
  input: AdminAttributes,
  client: Client,
): Promise<UserJson> {
  const traits = { user_id: id, by: 'admin' }
  const event = { action: 'user_modified', actor: theService, client, traits } as const

  return recordingRefusal(needs, event, () => change(needs, id, input, event))
}

async function change(
  needs: Identity,
  id: string,
  input: AdminAttributes,
  event: AuditEvent,
): Promise<UserJson> {
  const { client } = event
  if (input.password) await refuseWeak(needs, input.password)
  const { email, phone, passwordHash, row } = await readAttributes(needs, input)

  const apply = async (sql: Sql) => {
    const locked = await lockUser(sql, id)
    await refuseTaken(sql, locked, { email, phone })
    // The admin's values replace those that an unproven caller submitted.
    const isVouchedFor =
      [input.email_confirm, input.phone_confirm].includes(true) ||
      [email, phone, passwordHash].some((value) => value !== undefined)
    const before = isVouchedFor ? await revokeUnverified(sql, needs, locked) : locked

    const now = needs.clock.now()
    await updateUser(sql, id, now, {
      ...row,
      ...addressChanges({ email, phone }),
      ...metadataChanges(before, input),
    })
    if (row.banned_until) await deleteKnownDevices(sql, id)
    await renameIdentities(sql, needs, id, { email, phone })
    if (email !== undefined || phone !== undefined || isBanned({ ...before, ...row }, now)) {
      await deleteFlowsOf(sql, id)
    }
    if (passwordHash !== undefined) {
      await setPassword(sql, needs, { account: before, passwordHash, keepSession: null, client })
    }

    let account = await loadAccount(sql, id)
    // Without an address there is nothing to confirm.
    if (input.email_confirm && account.email) {
      account = await confirmAccount(sql, needs, account, 'email')
    }
    if (input.phone_confirm && account.phone) {
      account = await confirmAccount(sql, needs, account, 'phone')
    }
    await record(sql, needs, event)
    return userJson(account)
  }
  return retryIfTaken(() => needs.db.as(theServer, apply))
}

type Addresses = { email: string | undefined; phone: string | undefined }

async function refuseTaken(sql: Sql, { id }: Account, { email, phone }: Addresses) {
  const byEmail = email === undefined ? null : await findAccount(sql, 'email', email)
  if (byEmail && byEmail.id !== id) throw emailExists()

  const byPhone = phone === undefined ? null : await findAccount(sql, 'phone', phone)
  if (byPhone && byPhone.id !== id) throw phoneExists()
}

const addressChanges = ({ email, phone }: Addresses): UserChanges => ({
  ...(email !== undefined && { email, email_change: '', email_change_confirm_status: 0 }),
  ...(phone !== undefined && { phone, phone_change: '' }),
})

const metadataChanges = (
  { raw_user_meta_data, raw_app_meta_data }: Account,
  { user_metadata, app_metadata }: AdminAttributes,
): UserChanges => ({
  ...(user_metadata && { raw_user_meta_data: mergeMetadata(raw_user_meta_data, user_metadata) }),
  ...(app_metadata && { raw_app_meta_data: mergeMetadata(raw_app_meta_data, app_metadata) }),
})

async function renameIdentities(
  sql: Sql,
  { clock }: Pick<Identity, 'clock'>,
  userId: string,
  { email, phone }: Addresses,
) {
  const now = clock.now()
  if (email !== undefined) {
    await mergeIdentityData(sql, now, { userId, provider: 'email', data: { email } })
  }
  if (phone !== undefined) {
    await mergeIdentityData(sql, now, { userId, provider: 'phone', data: { phone } })
  }
}
