import type { AdminBillingAction, CheckReply } from '@app/contract/admin-billing'
import { type Sql, theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import { insertAuditLine } from '#admin/audit-table.ts'
import { userNotFound } from '#admin/errors.ts'
import {
  type Action,
  actWithProof,
  changeAsAdmin,
  recordingRefusal,
  requireAdmin,
  writeAsAdmin,
} from '#admin/levels.ts'
import { alreadyAssigned, noPlanOfVariant, subscriptionNotFound } from './errors.ts'
import { findSubscriber, hasAccount, type SubscriberLine } from './subscribers-list-table.ts'

/** Checks one subscription at the provider now, or all of them in the background. */
export async function checkAtProvider(
  needs: AdminArea,
  caller: AdminCaller,
  { subscriptionId: id }: AdminBillingAction<'check'>,
): Promise<CheckReply> {
  if (id === undefined) {
    const action = { action: 'subscriptions_checked', subjectType: 'subscription' } as const
    await writeAsAdmin(needs, caller, { ...action, subjectId: null }, needs.billing.checkAll)
    return { hasChanged: null }
  }
  const action = about('subscription_checked', id)

  return recordingRefusal(needs, caller, action, async () => {
    await requireAdmin(needs, caller)
    const { providerId } = await requireSubscriber(serverSql(needs.db), id)
    const found = await needs.billing.check(providerId)
    if (found === 'unknown_variant') throw noPlanOfVariant()
    await changeAsAdmin(needs, caller, action, async () => {})

    return { hasChanged: found === 'changed' }
  })
}

/** The same steps and mails as for the member, for an admin with a reason. */
export const cancelByAdmin = (
  needs: AdminArea,
  caller: AdminCaller,
  { subscriptionId: id, reason, nonce }: AdminBillingAction<'cancel'>,
): Promise<void> =>
  atProvider(needs, caller, { ...about('subscription_cancelled', id, { reason }), nonce }, () =>
    needs.billing.cancel(id),
  )

export const resumeByAdmin = (
  needs: AdminArea,
  caller: AdminCaller,
  { subscriptionId: id, reason, nonce }: AdminBillingAction<'resume'>,
): Promise<void> =>
  atProvider(needs, caller, { ...about('subscription_resumed', id, { reason }), nonce }, () =>
    needs.billing.resume(id),
  )

/** Assigns a payment to the account that the admin has chosen; webhooks could not prove the owner. */
export const assignPayment = (
  needs: AdminArea,
  caller: AdminCaller,
  { providerId, userId, nonce }: AdminBillingAction<'assign'>,
): Promise<void> => {
  const details = { providerId }
  const action = { action: 'payment_assigned', subjectType: 'user', subjectId: userId } as const

  return actWithProof(needs, caller, { ...action, details, nonce }, async () => {
    const found = await needs.billing.find(providerId)
    if (!found) throw subscriptionNotFound()

    await changeAsAdmin(needs, caller, { ...action, details }, async (sql) => {
      if (!(await hasAccount(sql, userId))) throw userNotFound()
      const outcome = await found.assign(sql, userId)
      if (outcome === 'unknown_variant') throw noPlanOfVariant()
      if (outcome !== 'assigned') throw alreadyAssigned()
    })
  })
}

const about = (
  action: string,
  subjectId: string,
  details: Record<string, unknown> = {},
): Action => ({
  action,
  subjectType: 'subscription',
  subjectId,
  details,
})

/** Recorded before and after, since the server may crash during the provider's call. */
function atProvider(
  needs: AdminArea,
  caller: AdminCaller,
  action: Action & { nonce: string | undefined },
  work: () => Promise<void>,
): Promise<void> {
  const { nonce: _, ...line } = action
  const at = (state: string): Action => ({ ...line, details: { ...line.details, state } })
  const record = (state: string) =>
    needs.db.as(theServer, (sql) => insertAuditLine(sql, caller, at(state)))

  return actWithProof(needs, caller, action, async () => {
    await changeAsAdmin(needs, caller, at('asked'), async (sql) => {
      await requireSubscriber(sql, line.subjectId ?? '')
    })
    try {
      await work()
    } catch (error) {
      // Refusals are recorded separately.
      if (!(error instanceof AppError && error.status < 500)) await record('failed')
      throw error
    }
    await record('done')
  })
}

async function requireSubscriber(sql: Sql, id: string): Promise<SubscriberLine> {
  const found = await findSubscriber(sql, id)
  if (!found) throw subscriptionNotFound()

  return found
}
