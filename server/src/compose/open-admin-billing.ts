import type { AdminBilling } from '#admin/admin-billing.ts'
import { findAtProvider } from '#billing/assign-unclaimed.ts'
import { type Billing, providerOf } from '#billing/billing.ts'
import { cancelForMember } from '#billing/cancel-subscription.ts'
import { checkNow } from '#billing/check-subscription.ts'
import { orUnavailable } from '#billing/errors.ts'
import { oneAtATime } from '#billing/one-at-a-time.ts'
import { putDifference } from '#billing/reconcile/reconciliations-table.ts'
import { lookUpInvoice, refundInvoice } from '#billing/refund-invoice.ts'
import { resumeForMember } from '#billing/resume-subscription.ts'
import { sendJob } from '#jobs/job-kinds.ts'

/** The billing functions for the admin area. */
export const openAdminBilling = (billing: Billing, dashboardUrl: string): AdminBilling => ({
  pageOf: (id) => `${dashboardUrl.replace(/\/$/, '')}/subscriptions/${encodeURIComponent(id)}`,
  check: (id) => checkNow(billing, id),
  checkAll: async (sql) => {
    providerOf(billing)
    await sendJob(sql, 'reconcile-all', {})
  },
  cancel: (id) => cancelForMember(billing, id),
  resume: (id) => resumeForMember(billing, id),
  find: (id) => findAtProvider(billing, id),
  oneAtATime: (name, work) => oneAtATime(billing.db, name, work),
  invoice: (id) => lookUpInvoice(billing, id),
  refund: (id, cents) => refundInvoice(billing, id, cents),
  priceOf: async (variantId) => {
    const provider = providerOf(billing)
    const price = await orUnavailable(provider.priceOf(variantId))

    return price && { ...price, currency: await orUnavailable(provider.currency()) }
  },
  keepDifference: putDifference,
})
