import { type AdminUsersBody, adminUsersBody } from '@app/contract/admin-users'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import {
  banUser,
  confirmUser,
  deleteUser,
  removeFactors,
  removePasskey,
  resendConfirmation,
  sendReset,
  setUserRole,
  signOutUser,
  unbanUser,
} from '#admin/change-user.ts'
import { changeUsers } from '#admin/change-users.ts'
import { exportUsers } from '#admin/export-users.ts'
import { getUser, listUserSignIns } from '#admin/get-user.ts'
import { listUsers } from '#admin/list-users.ts'
import { adminFunction, counted, csvResponse, done } from './admin-function.ts'

export const adminUsers = adminFunction(adminUsersBody, answer)

async function answer(
  admin: AdminArea,
  caller: AdminCaller,
  body: AdminUsersBody,
): Promise<object> {
  switch (body.action) {
    case 'list':
      return listUsers(admin, caller, body)
    case 'export':
      return csvResponse(admin, 'gitferry-users', exportUsers(admin, caller, body))
    case 'get':
      return getUser(admin, caller, body.userId)
    case 'sign_ins':
      return listUserSignIns(admin, caller, body)
    case 'confirm':
      return { success: true, ...(await confirmUser(admin, caller, body)) }
    case 'resend_confirmation':
      return done(resendConfirmation(admin, caller, body))
    case 'send_reset':
      return done(sendReset(admin, caller, body))
    case 'set_role':
      return done(setUserRole(admin, caller, body))
    case 'ban':
      return done(banUser(admin, caller, body))
    case 'unban':
      return done(unbanUser(admin, caller, body))
    case 'sign_out':
      return counted(signOutUser(admin, caller, body))
    case 'remove_factors':
      return counted(removeFactors(admin, caller, body))
    case 'remove_passkey':
      return done(removePasskey(admin, caller, body))
    case 'delete':
      return done(deleteUser(admin, caller, body))
    case 'bulk':
      return changeUsers(admin, caller, body)
  }
}
