import { meaningOf } from '@app/contract/subscription-states'
import type { Sql } from '@app/platform/db/database.ts'
import type { ProviderInvoice } from '#outside/lemon-squeezy/objects.ts'
import {
  findPayer,
  isFirstPayment,
  lockPayment,
  type Payer,
  type Payment,
  putPayment,
} from './payments-table.ts'
import { isRecent, type ReportNeeds } from './report-change.ts'

type Told = {
  invoice: ProviderInvoice
  /** A webhook reported a failed attempt to collect it. Otherwise the subscription's state decides. */
  hasFailed?: boolean
}

export type StoredPayment = 'changed' | 'same' | 'outdated' | 'nobody'

/** Stores an invoice, and mails its payer once per cause. */
export async function storePayment(
  needs: ReportNeeds,
  sql: Sql,
  { invoice, hasFailed }: Told,
): Promise<StoredPayment> {
  const payer = await findPayer(sql, invoice.attributes.subscription_id)
  if (!payer) return 'nobody'

  const before = await lockPayment(sql, invoice.id)
  const isStored = await putPayment(sql, payer, invoice)
  // Each failed attempt is mailed, even if a later one is already stored.
  if (hasFailed ?? isLate(payer, invoice)) await mailFailure(needs, sql, payer, invoice)
  if (!isStored) return 'outdated'

  const after = await lockPayment(sql, invoice.id)
  if (!after || after.facts === before?.facts) return 'same'

  await mailPayment(needs, sql, { payer, invoice, before, after })
  return 'changed'
}

const isLate = ({ status }: Payer, { attributes }: ProviderInvoice) =>
  attributes.status === 'pending' && meaningOf(status).isLate

async function mailFailure(
  needs: ReportNeeds,
  sql: Sql,
  { email: to, language, plan, status }: Payer,
  { id, attributes: { total, currency, updated_at } }: ProviderInvoice,
): Promise<void> {
  if (to === null || !isRecent(needs, updated_at)) return

  await needs.outbox.queue(sql, {
    template: 'payment_failed',
    params: {
      plan,
      price: { amount: total / 100, currency },
      isOff: meaningOf(status).access === 'no',
    },
    to,
    language,
    key: `payment_failed ${id} ${updated_at}`,
  })
}

type Paid = { payer: Payer; invoice: ProviderInvoice; before: Payment | null; after: Payment }

async function mailPayment(
  needs: ReportNeeds,
  sql: Sql,
  { payer, invoice, before, after }: Paid,
): Promise<void> {
  const { currency, updated_at } = invoice.attributes
  const { email: to, language, plan, renews_at: renewsOn, subscription_id } = payer
  if (to === null || !isRecent(needs, updated_at)) return
  const queue = needs.outbox.queue
  const refunded = after.refunded_amount

  if (refunded > (before?.refunded_amount ?? 0)) {
    const params = { plan, price: { amount: refunded, currency } }
    const key = `payment_refunded ${invoice.id} ${refunded}`
    await queue(sql, { template: 'payment_refunded', params, to, language, key })
  }
  // A trial begins with an invoice of zero.
  if (after.status !== 'paid' || before?.status === 'paid' || after.amount === 0) return

  if (await isFirstPayment(sql, subscription_id, invoice.id)) {
    const key = `subscription_started ${subscription_id}`
    const params = { plan, renewsOn }
    await queue(sql, { template: 'subscription_started', params, to, language, key })
  } else {
    const params = { plan, price: { amount: after.amount, currency }, renewsOn }
    const key = `payment_receipt ${invoice.id}`
    await queue(sql, { template: 'payment_receipt', params, to, language, key })
  }
}
