import { type CheckoutNeeds, known } from '#checkout/state/needs.ts'
import type { Order } from '#checkout/state/objects.ts'
import { CURRENCY, PRODUCT } from '#checkout/state/store.ts'
import { amountFields } from './money.ts'
import { formatted, type Resource, resource, time, timeOrNull } from './resource.ts'
import { signedUrl } from './signed-url.ts'

export function orderShape(needs: CheckoutNeeds, one: Order): Resource {
  const customer = known(needs.memory.shop.state.customers, one.customerId)

  return resource({
    apiUrl: needs.addresses.api ?? '',
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
        subtotal: one.subtotal,
        setup_fee: 0,
        discount_total: 0,
        tax: one.tax,
        total: one.total,
        refunded_amount: one.refundedAmount,
      }),
      tax_name: one.taxRate === 0 ? null : 'VAT',
      tax_rate: one.taxRate.toFixed(2),
      tax_inclusive: false,
      status: one.status,
      status_formatted: formatted(one.status),
      refunded: one.status === 'refunded',
      refunded_at: timeOrNull(one.refundedAt),
      first_order_item: { id: one.id, ...itemAttributes(needs, one) },
      urls: { receipt: receiptUrl(needs, one) },
      created_at: time(one.createdAt),
      updated_at: time(one.updatedAt),
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
  signedUrl(needs, `/my-orders/${identifier}`, {}, null)

/** Each order has one item, with the order's own id. */
export const orderItemShape = (needs: CheckoutNeeds, one: Order): Resource =>
  resource({
    apiUrl: needs.addresses.api ?? '',
    type: 'order-items',
    id: one.id,
    attributes: itemAttributes(needs, one),
    relations: ['order', 'product', 'variant'],
  })

const itemAttributes = ({ memory }: CheckoutNeeds, one: Order) => ({
  order_id: one.id,
  product_id: PRODUCT.id,
  variant_id: one.variantId,
  price_id: one.priceId,
  product_name: PRODUCT.name,
  variant_name: known(memory.shop.state.variants, one.variantId).name,
  price: one.subtotal,
  quantity: 1,
  created_at: time(one.createdAt),
  updated_at: time(one.updatedAt),
  test_mode: one.testMode,
})
