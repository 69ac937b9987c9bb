import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdminBillingAction, RefundReply } from '@app/contract/admin-billing'
import { theServer } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { WorkFor } from '@app/platform/jobs/start-jobs.ts'
import type { AdminArea, AdminCaller } from '#admin/admin.ts'
import type { InvoiceState } from '#admin/admin-billing.ts'
import { actWithProof, changeAsAdmin } from '#admin/levels.ts'
import { type jobKinds, sendJob } from '#jobs/job-kinds.ts'
import {
  changedMeanwhile,
  paymentNotFound,
  refundPending,
  refundRefused,
  refundTooLarge,
  refundUnknown,
} from './errors.ts'
import {
  findPayment,
  type RefundablePayment,
  type RefundRequest,
  SETTLED_AFTER_S,
  settleRefund,
  unsettledRefunds,
} from './refunds-table.ts'

type Body = AdminBillingAction<'refund'>

/**
 * Refunds part of a payment, or all of it. The provider is called only once. The refunded amount is read before and after: repeated calls change nothing, and lost answers are looked up.
 */
export function refundPayment(
  needs: AdminArea,
  caller: AdminCaller,
  body: Body,
): Promise<RefundReply> {
  const { paymentId, amountCents, nonce } = body
  const action = { ...about(paymentId, { amountCents }), nonce }

  return actWithProof(needs, caller, action, async () => {
    const payment = await findPayment(serverSql(needs.db), paymentId)
    if (!payment) throw paymentNotFound()

    return needs.billing.oneAtATime(leaseOf(payment), () => refund(needs, caller, body, payment))
  })
}

/** After a crash or a lost answer: records the outcome in the audit log. */
export const refundWork = (
  needs: Pick<AdminArea, 'db' | 'billing'>,
): Pick<WorkFor<typeof jobKinds>, 'look-up-refund'> => ({
  'look-up-refund': async ({ payload: { paymentId } }) => {
    const sql = serverSql(needs.db)
    const payment = await findPayment(sql, paymentId)
    if (!payment || (await unsettledRefunds(sql, paymentId)).length === 0) return

    await needs.billing.oneAtATime(leaseOf(payment), async () => {
      await settle(needs, payment, await needs.billing.invoice(payment.providerId))
    })
  },
})

const leaseOf = ({ providerId }: RefundablePayment) => `refund ${providerId}`

const about = (subjectId: string, details: Record<string, unknown>) =>
  ({ action: 'payment_refunded', subjectType: 'payment', subjectId, details }) as const

async function refund(
  needs: AdminArea,
  caller: AdminCaller,
  body: Body,
  payment: RefundablePayment,
): Promise<RefundReply> {
  const { amountCents } = body
  const before = await needs.billing.invoice(payment.providerId)
  if (!before) throw refundRefused()
  if (!(await settle(needs, payment, before))) throw refundPending()
  if (before.refundedCents !== body.refundedCents) throw changedMeanwhile()
  if (amountCents > before.totalCents - before.refundedCents) throw refundTooLarge()

  const request = { refundId: randomUUID(), amountCents, refundedBefore: before.refundedCents }
  await recordRequest(needs, caller, payment, request)
  const isDone = await ask(needs, payment, request)
  await settleRefund(serverSql(needs.db), payment.id, request.refundId, isDone ? 'done' : 'failed')
  if (!isDone) throw refundRefused()

  return { refundedCents: before.refundedCents + amountCents }
}

type Request = Omit<RefundRequest, 'isOld'>

/** The job only acts if the outcome stays unknown. */
function recordRequest(
  needs: AdminArea,
  caller: AdminCaller,
  { id, currency }: RefundablePayment,
  request: Request,
): Promise<void> {
  const after = new Date(needs.clock.now().getTime() + SETTLED_AFTER_S * 1000)
  const action = about(id, { ...request, currency, state: 'asked' })

  return changeAsAdmin(needs, caller, action, (sql) =>
    sendJob(sql, 'look-up-refund', { paymentId: id }, { after }),
  )
}

/** Throws while the outcome is unknown. */
async function ask(
  { db, billing }: AdminArea,
  { id, providerId }: RefundablePayment,
  request: Request,
): Promise<boolean> {
  const outcome = await billing.refund(providerId, request.amountCents).catch(async (error) => {
    await settleRefund(serverSql(db), id, request.refundId, 'failed')
    throw error
  })
  if (outcome !== 'unknown') return outcome === 'done'

  for (const waitMs of [0, 1000]) {
    await pause(waitMs)
    const now = await orNull(billing.invoice(providerId))
    if (now && isDoneIn(now, request)) return true
  }
  throw refundUnknown()
}

/** Returns false if a recent request may still complete. */
async function settle(
  { db }: Pick<AdminArea, 'db'>,
  { id }: RefundablePayment,
  now: InvoiceState | null,
): Promise<boolean> {
  const pending = await unsettledRefunds(serverSql(db), id)
  const unclear = pending.filter((request) => !request.isOld && !(now && isDoneIn(now, request)))
  const clear = pending.filter((request) => !unclear.includes(request))

  await db.as(theServer, async (sql) => {
    for (const request of clear) {
      const state = now && isDoneIn(now, request) ? 'done' : 'failed'
      await settleRefund(sql, id, request.refundId, state)
    }
  })
  return unclear.length === 0
}

/** Only one refund of a payment is pending at a time, so any increase comes from it. */
const isDoneIn = ({ refundedCents }: InvoiceState, { amountCents, refundedBefore }: Request) =>
  refundedCents >= refundedBefore + amountCents

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.status === 503) return null
    throw error
  }
}
