import { type AdminBillingBody, adminBillingBody } from '@app/contract/admin-billing'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import {
  assignPayment,
  cancelByAdmin,
  checkAtProvider,
  resumeByAdmin,
} from '#admin/subscribers/change-subscription.ts'
import { exportSubscribers } from '#admin/subscribers/export-subscribers.ts'
import { getSubscriber } from '#admin/subscribers/get-subscriber.ts'
import { listSubscribers, listUnclaimed } from '#admin/subscribers/list-subscribers.ts'
import { refundPayment } from '#admin/subscribers/refund-payment.ts'
import { checkPlans, readPlans, savePlan } from '#admin/subscribers/save-plan.ts'
import { adminFunction, csvResponse, done } from './admin-function.ts'

export const adminBilling = adminFunction(adminBillingBody, answer)

async function answer(
  admin: AdminArea,
  caller: AdminCaller,
  body: AdminBillingBody,
): Promise<object> {
  switch (body.action) {
    case 'list':
      return listSubscribers(admin, caller, body)
    case 'export':
      return csvResponse(admin, 'gitferry-subscribers', exportSubscribers(admin, caller, body))
    case 'get':
      return getSubscriber(admin, caller, body.subscriptionId)
    case 'unclaimed':
      return listUnclaimed(admin, caller, body.after)
    case 'plans':
      return readPlans(admin, caller)
    case 'check':
      return checkAtProvider(admin, caller, body)
    case 'check_plans':
      return checkPlans(admin, caller)
    case 'assign':
      return done(assignPayment(admin, caller, body))
    case 'cancel':
      return done(cancelByAdmin(admin, caller, body))
    case 'resume':
      return done(resumeByAdmin(admin, caller, body))
    case 'refund':
      return refundPayment(admin, caller, body)
    case 'save_plan':
      return savePlan(admin, caller, body)
  }
}
