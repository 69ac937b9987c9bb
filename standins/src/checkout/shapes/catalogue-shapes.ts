import { type CheckoutNeeds, currentPrice } from '#checkout/state/needs.ts'
import type { Price, Variant } from '#checkout/state/objects.ts'
import { CURRENCY, PRODUCT, STORE } from '#checkout/state/store.ts'
import { dollars } from './money.ts'
import { formatted, type Resource, resource, time } from './resource.ts'

export function storeShape({ memory, addresses }: CheckoutNeeds): Resource {
  const { orders } = memory.shop.state
  const revenue = orders.reduce((sum, { total }) => sum + total, 0)

  return resource({
    apiUrl: addresses.api ?? '',
    type: 'stores',
    id: STORE.id,
    attributes: {
      name: STORE.name,
      slug: STORE.slug,
      domain: new URL(addresses.http).host,
      url: addresses.http,
      avatar_url: `${addresses.http}/_control/mark.svg`,
      plan: 'fresh',
      country: 'US',
      country_nicename: 'United States',
      currency: CURRENCY,
      total_sales: orders.length,
      total_revenue: revenue,
      thirty_day_sales: orders.length,
      thirty_day_revenue: revenue,
      created_at: time(STORE.createdAt),
      updated_at: time(STORE.createdAt),
    },
    relations: ['products', 'orders', 'subscriptions', 'discounts', 'license-keys', 'webhooks'],
  })
}

export function productShape({ memory, addresses }: CheckoutNeeds): Resource {
  const { state } = memory.shop
  const prices = state.variants.map((one) => currentPrice(state, one).unitPrice)
  const [from, to] = [Math.min(...prices), Math.max(...prices)]

  return resource({
    apiUrl: addresses.api ?? '',
    type: 'products',
    id: PRODUCT.id,
    attributes: {
      store_id: STORE.id,
      name: PRODUCT.name,
      slug: PRODUCT.slug,
      description: '',
      status: 'published',
      status_formatted: 'Published',
      thumb_url: null,
      large_thumb_url: null,
      price: from,
      price_formatted: dollars(from),
      from_price: from,
      from_price_formatted: dollars(from),
      to_price: to,
      to_price_formatted: dollars(to),
      pay_what_you_want: false,
      buy_now_url: addresses.http,
      created_at: time(STORE.createdAt),
      updated_at: time(STORE.createdAt),
      test_mode: true,
    },
    relations: ['store', 'variants'],
  })
}

export function variantShape({ memory, addresses }: CheckoutNeeds, one: Variant): Resource {
  const price = currentPrice(memory.shop.state, one)

  return resource({
    apiUrl: addresses.api ?? '',
    type: 'variants',
    id: one.id,
    attributes: {
      product_id: one.productId,
      name: one.name,
      slug: one.name.toLowerCase(),
      description: '',
      links: [],
      price: price.unitPrice,
      is_subscription: true,
      interval: price.interval,
      interval_count: price.intervalCount,
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
      status: one.status,
      status_formatted: formatted(one.status),
      created_at: time(one.createdAt),
      updated_at: time(one.updatedAt),
      test_mode: true,
    },
    relations: ['product', 'files', 'price-model'],
  })
}

export const priceShape = ({ addresses }: CheckoutNeeds, one: Price): Resource =>
  resource({
    apiUrl: addresses.api ?? '',
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
      renewal_interval_quantity: one.intervalCount,
      trial_interval_unit: one.trialDays === null ? null : 'day',
      trial_interval_quantity: one.trialDays,
      min_price: null,
      suggested_price: null,
      tax_code: 'saas',
      created_at: time(one.createdAt),
      updated_at: time(one.createdAt),
    },
    relations: ['variant'],
  })
