import { type CheckoutNeeds, known } from '#checkout/state/memory.ts'
import type { Order } from '#checkout/state/objects.ts'
import { CURRENCY, PRODUCT } from '#checkout/state/store.ts'
import { amountFields, type Resource, resource, statusOf, timeOrNull, timesOf } from './resource.ts'
import { signedUrl } from './signed-url.ts'

export function orderShape(needs: CheckoutNeeds, one: Order): Resource {
  const { customers, variants } = needs.memory.shop.state
  const customer = known(customers, one.customerId)
  const made = { ...timesOf(one), test_mode: one.testMode }

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
        product_id: PRODUCT.id,
        variant_id: one.variantId,
        price_id: one.priceId,
        product_name: PRODUCT.name,
        variant_name: known(variants, one.variantId).name,
        price: one.total,
        quantity: 1,
        ...made,
      },
      urls: { receipt: receiptUrl(needs, one) },
      ...made,
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
