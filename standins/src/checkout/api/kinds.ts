import {
  priceShape,
  productShape,
  storeShape,
  variantShape,
} from '#checkout/shapes/catalogue-shapes.ts'
import { checkoutShape } from '#checkout/shapes/checkout-shape.ts'
import { customerShape } from '#checkout/shapes/customer-shape.ts'
import { orderItemShape, orderShape } from '#checkout/shapes/order-shapes.ts'
import type { Resource } from '#checkout/shapes/resource.ts'
import {
  invoiceShape,
  subscriptionItemShape,
  subscriptionShape,
} from '#checkout/shapes/subscription-shapes.ts'
import { webhookShape } from '#checkout/shapes/webhook-shape.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'

/** What can be read: all objects of a kind, and the attributes by which they can be filtered. */
type Kind = { all(needs: CheckoutNeeds): Resource[]; filters: string[] }

const state = ({ memory }: CheckoutNeeds) => memory.shop.state

export const KINDS: Record<string, Kind> = {
  stores: { all: (needs) => [storeShape(needs)], filters: [] },
  products: { all: (needs) => [productShape(needs)], filters: ['store_id'] },
  variants: {
    all: (needs) => state(needs).variants.map((one) => variantShape(needs, one)),
    filters: ['product_id', 'status'],
  },
  prices: {
    all: (needs) => state(needs).prices.map((one) => priceShape(needs, one)),
    filters: ['variant_id'],
  },
  customers: {
    all: (needs) => state(needs).customers.map((one) => customerShape(needs, one)),
    filters: ['store_id', 'email'],
  },
  checkouts: {
    all: (needs) =>
      state(needs).checkouts.map((one) => checkoutShape(needs, one, { withPreview: false })),
    filters: ['store_id', 'variant_id'],
  },
  orders: {
    all: (needs) => state(needs).orders.map((one) => orderShape(needs, one)),
    filters: ['store_id', 'user_email', 'order_number'],
  },
  'order-items': {
    all: (needs) => state(needs).orders.map((one) => orderItemShape(needs, one)),
    filters: ['order_id', 'product_id', 'variant_id'],
  },
  subscriptions: {
    all: (needs) => state(needs).subscriptions.map((one) => subscriptionShape(needs, one)),
    filters: [
      'store_id',
      'order_id',
      'order_item_id',
      'product_id',
      'variant_id',
      'user_email',
      'status',
    ],
  },
  'subscription-items': {
    all: (needs) => state(needs).subscriptions.map((one) => subscriptionItemShape(needs, one)),
    filters: ['subscription_id', 'price_id'],
  },
  'subscription-invoices': {
    all: (needs) => state(needs).invoices.map((one) => invoiceShape(needs, one)),
    filters: ['store_id', 'status', 'refunded', 'subscription_id'],
  },
  webhooks: {
    all: (needs) => state(needs).webhooks.map((one) => webhookShape(needs, one)),
    filters: ['store_id'],
  },
}
