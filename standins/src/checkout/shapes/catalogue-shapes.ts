import { type CheckoutNeeds, currentPrice, known } from '#checkout/state/memory.ts'
import {
  type Checkout,
  CURRENCY,
  PRODUCT,
  type Price,
  STORE,
  type Variant,
} from '#checkout/state/objects.ts'
import {
  amountFields,
  type Resource,
  resource,
  signedUrl,
  statusOf,
  timeOrNull,
  timesOf,
} from './resource.ts'

export function storeShape(needs: CheckoutNeeds): Resource {
  const { http } = needs.addresses
  const { orders } = needs.memory.shop.state
  const revenue = orders.reduce((sum, { total }) => sum + total, 0)

  return resource(needs, {
    type: 'stores',
    id: STORE.id,
    attributes: {
      name: STORE.name,
      slug: STORE.name.toLowerCase(),
      domain: new URL(http).host,
      url: http,
      avatar_url: `${http}/_control/mark.svg`,
      plan: 'fresh',
      country: 'US',
      country_nicename: 'United States',
      currency: CURRENCY,
      total_sales: orders.length,
      total_revenue: revenue,
      thirty_day_sales: orders.length,
      thirty_day_revenue: revenue,
      ...timesOf(STORE),
    },
    relations: ['products', 'orders', 'subscriptions', 'discounts', 'license-keys', 'webhooks'],
  })
}

export function variantShape(needs: CheckoutNeeds, one: Variant): Resource {
  const price = currentPrice(needs.memory.shop.state, one)

  return resource(needs, {
    type: 'variants',
    id: one.id,
    attributes: {
      product_id: PRODUCT.id,
      name: one.name,
      slug: one.name.toLowerCase(),
      description: '',
      links: [],
      price: price.unitPrice,
      is_subscription: true,
      interval: price.interval,
      interval_count: 1,
      has_free_trial: price.trialDays !== null,
      trial_interval: 'day',
      trial_interval_count: price.trialDays ?? 30,
      pay_what_you_want: false,
      min_price: 0,
      suggested_price: 0,
      has_license_keys: false,
      license_activation_limit: 0,
      is_license_limit_unlimited: false,
      license_length_value: 0,
      license_length_unit: 'days',
      is_license_length_unlimited: false,
      sort: 0,
      ...statusOf(one),
      ...timesOf(one),
      test_mode: true,
    },
    relations: ['product', 'files', 'price-model'],
  })
}

export const priceShape = (needs: CheckoutNeeds, one: Price): Resource =>
  resource(needs, {
    type: 'prices',
    id: one.id,
    attributes: {
      variant_id: one.variantId,
      category: 'subscription',
      scheme: 'standard',
      usage_aggregation: null,
      unit_price: one.unitPrice,
      unit_price_decimal: null,
      setup_fee_enabled: false,
      setup_fee: null,
      package_size: 1,
      tiers: null,
      renewal_interval_unit: one.interval,
      renewal_interval_quantity: 1,
      trial_interval_unit: one.trialDays === null ? null : 'day',
      trial_interval_quantity: one.trialDays,
      min_price: null,
      suggested_price: null,
      tax_code: 'saas',
      ...timesOf(one),
    },
    relations: ['variant'],
  })

export const checkoutShape = (
  needs: CheckoutNeeds,
  one: Checkout,
  { withPreview }: { withPreview: boolean },
): Resource =>
  resource(needs, {
    type: 'checkouts',
    id: one.id,
    attributes: {
      store_id: STORE.id,
      variant_id: one.variantId,
      custom_price: null,
      product_options: one.productOptions,
      checkout_options: one.checkoutOptions,
      checkout_data: one.checkoutData,
      ...(withPreview && { preview: preview(needs, one) }),
      expires_at: timeOrNull(one.expiresAt),
      ...timesOf(one),
      // A key of the test mode makes test checkouts, whatever is asked for.
      test_mode: true,
      url: signedUrl(needs, `/checkout/custom/${one.id}`, one.expiresAt),
    },
    relations: ['store', 'variant'],
  })

function preview({ memory }: CheckoutNeeds, { variantId }: Checkout) {
  const { state } = memory.shop
  const { unitPrice } = currentPrice(state, known(state.variants, variantId))

  return {
    currency: CURRENCY,
    currency_rate: 1,
    ...amountFields({
      subtotal: unitPrice,
      discount_total: 0,
      tax: 0,
      setup_fee: 0,
      total: unitPrice,
    }),
  }
}
