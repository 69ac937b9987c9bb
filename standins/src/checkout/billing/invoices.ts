import { known } from '#checkout/state/memory.ts'
import type { Invoice, Subscription } from '#checkout/state/objects.ts'
import { BillingRefusal, type Shop } from './shop.ts'

/** Creates an invoice and tries to collect it. Credit is used first. */
export function bill(
  { state, now }: Shop,
  subscription: Subscription,
  subtotal: number,
  reason: Invoice['reason'],
): Invoice {
  const discount = Math.min(subscription.credit, subtotal)
  const total = subtotal - discount
  const isPaid = total === 0 || takesPayment(subscription, reason)
  const invoice: Invoice = {
    id: state.nextId++,
    storeId: subscription.storeId,
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    variantId: subscription.variantId,
    reason,
    method: subscription.method,
    status: isPaid ? 'paid' : 'pending',
    subtotal,
    discount,
    total,
    refundedAmount: 0,
    refundedAt: null,
    createdAt: now,
    updatedAt: now,
    testMode: subscription.testMode,
  }
  subscription.credit -= discount
  state.invoices.push(invoice)

  return invoice
}

/** Whether the payment method pays this time; uses up one failure that a test ordered. */
export function takesPayment(subscription: Subscription, reason: Invoice['reason']): boolean {
  if (subscription.failures > 0) {
    subscription.failures -= 1
    return false
  }
  const { method } = subscription

  return reason === 'initial' || method.processor === 'paypal' || method.renews
}

/** Refunds a part, or the remaining amount. A first payment belongs to an order, which follows. */
export function refund(shop: Shop, invoice: Invoice, amount?: number): void {
  const left = invoice.total - invoice.refundedAmount
  const given = amount ?? left
  if (!['paid', 'partial_refund'].includes(invoice.status) || left === 0) {
    throw new BillingRefusal('This invoice cannot be refunded.', 'amount')
  }
  if (given < 1 || given > left) {
    throw new BillingRefusal('The amount must not exceed what is left to refund.', 'amount')
  }
  refundPart(invoice, given, shop.now)
  shop.emitInvoice('subscription_payment_refunded', invoice)
  if (invoice.reason !== 'initial') return

  const { orderId } = known(shop.state.subscriptions, invoice.subscriptionId)
  const order = known(shop.state.orders, orderId)
  refundPart(order, given, shop.now)
  shop.emitOrder('order_refunded', order)
}

type Refundable = {
  total: number
  refundedAmount: number
  refundedAt: number | null
  updatedAt: number
  status: string
}

function refundPart(one: Refundable, amount: number, now: number): void {
  one.refundedAmount += amount
  one.refundedAt = now
  one.updatedAt = now
  one.status = one.refundedAmount === one.total ? 'refunded' : 'partial_refund'
}
