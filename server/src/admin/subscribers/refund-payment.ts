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
  type AskedRefund,
  findPayment,
  type RefundablePayment,
  SETTLED_AFTER_S,
  settleRefund,
  unsettledRefunds,
} from './refunds-table.ts'

type Body = AdminBillingAction<'refund'>

/**
 * Gives back a part of a payment, or all of it. The provider is asked once, and before and after it what was refunded:
 * a second call that saw the same as the first changes nothing, and a lost answer is looked up.
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

/** After a crash or a lost answer: writes into the log what became of it. */
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

  const asked = { refundId: randomUUID(), amountCents, refundedBefore: before.refundedCents }
  await recordAsked(needs, caller, payment, asked)
  const isDone = await ask(needs, payment, asked)
  await settleRefund(serverSql(needs.db), payment.id, asked.refundId, isDone ? 'done' : 'failed')
  if (!isDone) throw refundRefused()

  return { refundedCents: before.refundedCents + amountCents }
}

type Asked = Omit<AskedRefund, 'isOld'>

/** The job finds nothing to do unless the outcome stays unknown. */
function recordAsked(
  needs: AdminArea,
  caller: AdminCaller,
  { id, currency }: RefundablePayment,
  asked: Asked,
): Promise<void> {
  const after = new Date(needs.clock.now().getTime() + SETTLED_AFTER_S * 1000)
  const action = about(id, { ...asked, currency, state: 'asked' })

  return changeAsAdmin(needs, caller, action, (sql) =>
    sendJob(sql, 'look-up-refund', { paymentId: id }, { after }),
  )
}

/** Throws when nobody knows yet. */
async function ask(
  { db, billing }: AdminArea,
  { id, providerId }: RefundablePayment,
  asked: Asked,
): Promise<boolean> {
  const outcome = await billing.refund(providerId, asked.amountCents).catch(async (error) => {
    await settleRefund(serverSql(db), id, asked.refundId, 'failed')
    throw error
  })
  if (outcome !== 'unknown') return outcome === 'done'

  for (const waitMs of [0, 1000]) {
    await pause(waitMs)
    const now = await orNull(billing.invoice(providerId))
    if (now && isDoneIn(now, asked)) return true
  }
  throw refundUnknown()
}

/** False: one was asked for so recently that it may still be done. */
async function settle(
  { db }: Pick<AdminArea, 'db'>,
  { id }: RefundablePayment,
  now: InvoiceState | null,
): Promise<boolean> {
  const pending = await unsettledRefunds(serverSql(db), id)
  const unclear = pending.filter((asked) => !asked.isOld && !(now && isDoneIn(now, asked)))
  const clear = pending.filter((asked) => !unclear.includes(asked))

  await db.as(theServer, async (sql) => {
    for (const asked of clear) {
      const state = now && isDoneIn(now, asked) ? 'done' : 'failed'
      await settleRefund(sql, id, asked.refundId, state)
    }
  })
  return unclear.length === 0
}

/** One refund of a payment is asked for at a time, so whatever is more now is it. */
const isDoneIn = ({ refundedCents }: InvoiceState, { amountCents, refundedBefore }: Asked) =>
  refundedCents >= refundedBefore + amountCents

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.status === 503) return null
    throw error
  }
}
