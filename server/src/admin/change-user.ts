import { randomUUID } from 'node:crypto'
import type { AdminUsersAction } from '@app/contract/admin-users'
import type { Sql } from '@app/platform/db/database.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { Account } from '@app/platform/identity/account.ts'
import {
  type By,
  banAccount,
  confirmByAdmin,
  mailConfirmationByAdmin,
  mailRecoveryByAdmin,
  removeFactorsByAdmin,
  signOutByAdmin,
} from '@app/platform/identity/admin/account-actions.ts'
import { bannedUntil } from '@app/platform/identity/admin/ban-duration.ts'
import { lockUser } from '@app/platform/identity/admin/get-user.ts'
import { deleteAccount, requireTypedAddress } from '@app/platform/identity/flows/delete-account.ts'
import { deletePasskeyByAdmin } from '@app/platform/identity/passkeys/manage-passkeys.ts'
import type { AdminArea, AdminCaller } from './admin.ts'
import { isAnAdmin, ownAccount } from './errors.ts'
import { type Action, writeAsAdmin, writeWithProof } from './levels.ts'
import { isAdminRole, setRole } from './people-table.ts'

type Change<Name extends Parameters<typeof about>[0], Result = void> = (
  needs: AdminArea,
  caller: AdminCaller,
  body: AdminUsersAction<Name>,
) => Promise<Result>

// Level W

/** The owner gets a mail: a password they chose may no longer work. */
export const confirmUser: Change<'confirm', { removedPassword: boolean }> = (
  needs,
  caller,
  { userId },
) =>
  writeAsAdmin(needs, caller, about('confirm', userId), async (sql) => {
    const account = await lockUser(sql, userId)
    const { email, language } = account
    if (!email) throw withoutAddress()
    if (account.email_confirmed_at) return { removedPassword: false }

    const { removedPassword } = await confirmByAdmin(sql, needs.identity, account, by(caller))
    await needs.outbox.queue(sql, {
      template: 'address_confirmed',
      params: { email, removedPassword },
      to: email,
      language,
      key: `address_confirmed ${randomUUID()}`,
    })
    return { removedPassword }
  })

export const resendConfirmation: Change<'resend_confirmation'> = (needs, caller, { userId }) =>
  writeAsAdmin(needs, caller, about('resend_confirmation', userId), async (sql) => {
    const account = await lockUser(sql, userId)
    requireAddress(account)
    if (account.email_confirmed_at) throw conflict('This account is already confirmed')
    const redirectTo = `${needs.identity.settings.siteUrl}/dashboard`
    await mailConfirmationByAdmin(sql, needs.identity, { account, redirectTo }, by(caller))
  })

export const sendReset: Change<'send_reset'> = (needs, caller, { userId }) =>
  writeAsAdmin(needs, caller, about('send_reset', userId), async (sql) => {
    const account = await lockUser(sql, userId)
    requireAddress(account)
    const redirectTo = `${needs.identity.settings.siteUrl}/settings?tab=security`
    await mailRecoveryByAdmin(sql, needs.identity, { account, redirectTo }, by(caller))
  })

// Level D

export const setUserRole: Change<'set_role'> = (needs, caller, { userId, role, nonce }) => {
  const action = { ...about('set_role', userId, { role }), nonce }

  return writeWithProof(needs, caller, action, async (sql) => {
    await lockOther(sql, caller, userId)
    await setRole(sql, userId, role)
  })
}

/** A hundred years: the ban lasts until it is lifted. */
const HOURS = { '24h': '24h', '7d': '168h', '30d': '720h', until_lifted: '876000h' }

export const banUser: Change<'ban'> = (needs, caller, { userId, duration, reason, nonce }) => {
  const action = { ...about('ban', userId, { duration, reason }), nonce }

  return writeWithProof(needs, caller, action, async (sql) => {
    const account = await lockOther(sql, caller, userId)
    await refuseAdmin(sql, userId)
    const until = bannedUntil(HOURS[duration], needs.clock.now())
    await banAccount(sql, needs.identity, { account, until }, by(caller))
  })
}

export const unbanUser: Change<'unban'> = (needs, caller, { userId, nonce }) =>
  writeWithProof(needs, caller, { ...about('unban', userId), nonce }, async (sql) => {
    const account = await lockUser(sql, userId)
    await banAccount(sql, needs.identity, { account, until: null }, by(caller))
  })

export const signOutUser: Change<'sign_out', number> = (needs, caller, { userId, nonce }) =>
  writeWithProof(needs, caller, { ...about('sign_out', userId), nonce }, async (sql) =>
    signOutByAdmin(sql, needs.identity, await lockUser(sql, userId), by(caller)),
  )

export const removeFactors: Change<'remove_factors', number> = (
  needs,
  caller,
  { userId, reason, nonce },
) =>
  writeWithProof(
    needs,
    caller,
    { ...about('remove_factors', userId, { reason }), nonce },
    async (sql) => {
      const account = await lockOther(sql, caller, userId)
      return removeFactorsByAdmin(sql, needs.identity, account, by(caller))
    },
  )

/** For a user who has lost the device; the owner is told by mail. */
export const removePasskey: Change<'remove_passkey'> = (
  needs,
  caller,
  { userId, passkeyId, reason, nonce },
) => {
  const action = { ...about('remove_passkey', userId, { passkeyId, reason }), nonce }

  return writeWithProof(needs, caller, action, async (sql) => {
    const account = await lockOther(sql, caller, userId)
    await deletePasskeyByAdmin(sql, needs.identity, { account, id: passkeyId }, by(caller))
  })
}

export const deleteUser: Change<'delete'> = (
  needs,
  caller,
  { userId, confirmation, reason, nonce },
) => {
  const action = { ...about('delete', userId, { reason }), nonce, keepsSubject: false }

  return writeWithProof(needs, caller, action, async (sql) => {
    const account = await lockOther(sql, caller, userId)
    await refuseAdmin(sql, userId)
    requireTypedAddress(account, confirmation)
    // The log keeps neither id nor address.
    await deleteAccount(sql, needs.identity, account, by(caller))
  })
}

export const NAMES = {
  confirm: 'user_confirmed',
  resend_confirmation: 'user_confirmation_sent',
  send_reset: 'user_reset_sent',
  set_role: 'user_role_changed',
  ban: 'user_banned',
  unban: 'user_unbanned',
  sign_out: 'user_signed_out',
  remove_factors: 'user_factors_removed',
  remove_passkey: 'user_passkey_removed',
  delete: 'user_deleted',
}

const about = (
  name: keyof typeof NAMES,
  subjectId: string,
  details: Record<string, unknown> = {},
): Action => ({ action: NAMES[name], subjectType: 'user', subjectId, details })

const by = ({ member: { id, email }, client }: AdminCaller): By => ({
  actor: { id, email },
  client,
})

async function lockOther(sql: Sql, { member }: AdminCaller, userId: string): Promise<Account> {
  if (userId === member.id) throw ownAccount()

  return lockUser(sql, userId)
}

async function refuseAdmin(sql: Sql, userId: string) {
  if (await isAdminRole(sql, userId)) throw isAnAdmin()
}

function requireAddress({ email }: Account) {
  if (!email) throw withoutAddress()
}

const withoutAddress = () => conflict('This account has no email address')

const conflict = (message: string) => new AppError('conflict', 409, message)
