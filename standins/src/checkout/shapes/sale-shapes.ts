import { type CheckoutNeeds, known } from '#checkout/state/memory.ts'
import {
  CURRENCY,
  type Invoice,
  type Order,
  type PaymentMethod,
  PRODUCT,
  type Subscription,
} from '#checkout/state/objects.ts'
import {
  amountFields,
  type Resource,
  resource,
  signedUrl,
  statusOf,
  time,
  timeOrNull,
  timesOf,
} from './resource.ts'

export function orderShape(needs: CheckoutNeeds, one: Order): Resource {
  const customer = known(needs.memory.shop.state.customers, one.customerId)

  return resource(needs, {
    type: 'orders',
    id: one.id,
    attributes: {
      store_id: one.storeId,
      customer_id: one.customerId,
      identifier: one.identifier,
      order_number: one.id,
      user_name: customer.name,
      user_email: customer.email,
      currency: CURRENCY,
      currency_rate: '1.00000000',
      ...amountFields({
        subtotal: one.total,
        setup_fee: 0,
        discount_total: 0,
        tax: 0,
        total: one.total,
        refunded_amount: one.refundedAmount,
      }),
      tax_name: null,
      tax_rate: '0.00',
      tax_inclusive: false,
      ...statusOf(one),
      refunded: one.status === 'refunded',
      refunded_at: timeOrNull(one.refundedAt),
      // Each order has one item, with the order's own id.
      first_order_item: {
        id: one.id,
        order_id: one.id,
        variant_id: one.variantId,
        price: one.total,
      },
      urls: { receipt: receiptUrl(needs, one) },
      ...timesOf(one),
      test_mode: one.testMode,
    },
    relations: [
      'store',
      'customer',
      'order-items',
      'subscriptions',
      'license-keys',
      'discount-redemptions',
    ],
  })
}

export const receiptUrl = (needs: CheckoutNeeds, { identifier }: Order) =>
  signedUrl(needs, `/my-orders/${identifier}`)

const PORTAL_FOR_MS = 24 * 60 * 60_000

export function subscriptionShape(needs: CheckoutNeeds, one: Subscription): Resource {
  const { customers, variants } = needs.memory.shop.state
  const customer = known(customers, one.customerId)

  return resource(needs, {
    type: 'subscriptions',
    id: one.id,
    attributes: {
      store_id: one.storeId,
      customer_id: one.customerId,
      order_id: one.orderId,
      order_item_id: one.orderId,
      product_id: PRODUCT.id,
      variant_id: one.variantId,
      product_name: PRODUCT.name,
      variant_name: known(variants, one.variantId).name,
      user_name: customer.name,
      user_email: customer.email,
      ...statusOf(one),
      ...cardFields(one.method),
      payment_processor: one.method.processor,
      pause: one.pause && { mode: one.pause.mode, resumes_at: null },
      cancelled: one.status === 'cancelled' || one.status === 'expired',
      trial_ends_at: timeOrNull(one.trialEndsAt),
      billing_anchor: one.billingAnchor,
      // Each subscription has one item, with the subscription's own id.
      first_subscription_item: {
        id: one.id,
        subscription_id: one.id,
        price_id: one.priceId,
        quantity: 1,
        is_usage_based: false,
        ...timesOf(one),
      },
      urls: portalUrls(needs, one),
      renews_at: time(one.renewsAt),
      ends_at: timeOrNull(one.endsAt),
      ...timesOf(one),
      test_mode: one.testMode,
    },
    relations: [
      'store',
      'customer',
      'order',
      'order-item',
      'product',
      'variant',
      'subscription-items',
      'subscription-invoices',
    ],
  })
}

const cardFields = (method: PaymentMethod) => ({
  card_brand: method.processor === 'stripe' ? method.brand : null,
  card_last_four: method.processor === 'stripe' ? method.lastFour : null,
})

/** Signed anew with each answer, for a day. */
export function portalUrls(needs: CheckoutNeeds, { id, customerId }: Subscription) {
  const expiresAt = needs.clock.now() + PORTAL_FOR_MS
  const url = (path: string) => signedUrl(needs, path, expiresAt)

  return {
    update_payment_method: url(`/subscription/${id}/payment-details`),
    customer_portal: url(`/billing?user=${customerId}`),
    customer_portal_update_subscription: url(`/billing/${id}/update?user=${customerId}`),
  }
}

export function invoiceShape(needs: CheckoutNeeds, one: Invoice): Resource {
  const customer = known(needs.memory.shop.state.customers, one.customerId)

  return resource(needs, {
    type: 'subscription-invoices',
    id: one.id,
    attributes: {
      store_id: one.storeId,
      subscription_id: one.subscriptionId,
      customer_id: one.customerId,
      user_name: customer.name,
      user_email: customer.email,
      billing_reason: one.reason,
      ...cardFields(one.method),
      currency: CURRENCY,
      currency_rate: '1.00000000',
      ...statusOf(one),
      refunded: one.status === 'refunded',
      refunded_at: timeOrNull(one.refundedAt),
      ...amountFields({
        subtotal: one.subtotal,
        discount_total: one.discount,
        tax: 0,
        total: one.total,
        refunded_amount: one.refundedAmount,
      }),
      tax_inclusive: false,
      urls: { invoice_url: one.status === 'pending' ? null : invoiceUrl(needs, one) },
      ...timesOf(one),
      test_mode: one.testMode,
    },
    relations: ['store', 'subscription', 'customer'],
  })
}

/** Invoices are kept for years, so their addresses do not expire. */
export const invoiceUrl = (needs: CheckoutNeeds, { id }: Invoice) =>
  signedUrl(needs, `/invoices/${id}`)
