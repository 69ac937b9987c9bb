import { type CheckoutNeeds, known } from '#checkout/state/needs.ts'
import type { Invoice, PaymentMethod, Subscription } from '#checkout/state/objects.ts'
import { CURRENCY, PRODUCT } from '#checkout/state/store.ts'
import { amountFields } from './money.ts'
import { formatted, type Resource, resource, time, timeOrNull } from './resource.ts'
import { SIGNED_FOR_MS, signedUrl } from './signed-url.ts'

export function subscriptionShape(needs: CheckoutNeeds, one: Subscription): Resource {
  const { state } = needs.memory.shop
  const customer = known(state.customers, one.customerId)

  return resource({
    apiUrl: needs.addresses.api ?? '',
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
      variant_name: known(state.variants, one.variantId).name,
      user_name: customer.name,
      user_email: customer.email,
      status: one.status,
      status_formatted: formatted(one.status),
      ...cardFields(one.method),
      payment_processor: one.method.processor,
      pause: one.pause && { mode: one.pause.mode, resumes_at: timeOrNull(one.pause.resumesAt) },
      cancelled: one.status === 'cancelled' || one.status === 'expired',
      trial_ends_at: timeOrNull(one.trialEndsAt),
      billing_anchor: one.billingAnchor,
      first_subscription_item: itemAttributes(one, true),
      urls: portalUrls(needs, one),
      renews_at: time(one.renewsAt),
      ends_at: timeOrNull(one.endsAt),
      created_at: time(one.createdAt),
      updated_at: time(one.updatedAt),
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
  const expiresAt = needs.clock.now() + SIGNED_FOR_MS
  const user = { user: String(customerId) }

  return {
    update_payment_method: signedUrl(needs, `/subscription/${id}/payment-details`, {}, expiresAt),
    customer_portal: signedUrl(needs, '/billing', user, expiresAt),
    customer_portal_update_subscription: signedUrl(needs, `/billing/${id}/update`, user, expiresAt),
  }
}

/** Each subscription has one item, with the subscription's own id. */
export const subscriptionItemShape = (needs: CheckoutNeeds, one: Subscription): Resource =>
  resource({
    apiUrl: needs.addresses.api ?? '',
    type: 'subscription-items',
    id: one.id,
    attributes: itemAttributes(one, false),
    relations: ['subscription', 'price', 'usage-records'],
  })

const itemAttributes = (one: Subscription, withId: boolean) => ({
  ...(withId && { id: one.id }),
  subscription_id: one.id,
  price_id: one.priceId,
  quantity: one.quantity,
  is_usage_based: false,
  created_at: time(one.createdAt),
  updated_at: time(one.updatedAt),
})

export function invoiceShape(needs: CheckoutNeeds, one: Invoice): Resource {
  const customer = known(needs.memory.shop.state.customers, one.customerId)

  return resource({
    apiUrl: needs.addresses.api ?? '',
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
      status: one.status,
      status_formatted: formatted(one.status),
      refunded: one.status === 'refunded',
      refunded_at: timeOrNull(one.refundedAt),
      ...amountFields({
        subtotal: one.subtotal,
        discount_total: one.discount,
        tax: one.tax,
        total: one.total,
        refunded_amount: one.refundedAmount,
      }),
      tax_inclusive: false,
      urls: { invoice_url: one.status === 'pending' ? null : invoiceUrl(needs, one) },
      created_at: time(one.createdAt),
      updated_at: time(one.updatedAt),
      test_mode: one.testMode,
    },
    relations: ['store', 'subscription', 'customer'],
  })
}

/** Invoices are kept for years, so their addresses do not expire. */
export const invoiceUrl = (needs: CheckoutNeeds, { id }: Invoice) =>
  signedUrl(needs, `/invoices/${id}.pdf`, {}, null)
