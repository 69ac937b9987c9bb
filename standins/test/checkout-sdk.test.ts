import * as sdk from '@lemonsqueezy/lemonsqueezy.js'
import { expect, onTestFinished, test } from 'vitest'
import { openCheckout } from './open-checkout.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

test('a checkout is created with a preview', async () => {
  await openSdk()

  const made = ok(
    await sdk.createCheckout(1, 1001, {
      checkoutData: { email: 'ada@example.test', name: 'Ada', custom: { user_id: 'u1' } },
      productOptions: { redirectUrl: 'https://example.test/back', enabledVariants: [1001] },
      checkoutOptions: { embed: false },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      preview: true,
      testMode: true,
    }),
  )

  expect(made.data).toMatchObject({
    type: 'checkouts',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    attributes: {
      store_id: 1,
      variant_id: 1001,
      custom_price: null,
      preview: { currency: 'USD', subtotal: 400, total: 400, total_formatted: '$4.00' },
      product_options: { redirect_url: 'https://example.test/back', enabled_variants: [1001] },
      checkout_data: { email: 'ada@example.test', custom: { user_id: 'u1' } },
      expires_at: expect.stringMatching(TIME),
      test_mode: true,
      url: expect.stringMatching(
        /\/checkout\/custom\/[0-9a-f-]{36}\?expires=\d+&signature=\w{64}$/,
      ),
    },
    relationships: { store: { links: { related: expect.stringContaining('/store') } } },
  })
})

test('a subscription is read and listed with its invoices and its order', async () => {
  const { subscribe } = await openSdk()
  const { subscriptionId, orderId } = await subscribe({ email: 'ada@example.test', name: 'Ada' })

  const one = ok(await sdk.getSubscription(subscriptionId))
  const mine = ok(
    await sdk.listSubscriptions({
      filter: { storeId: 1, userEmail: 'ada@example.test', orderId, status: 'active' },
      page: { size: 100 },
    }),
  )
  const others = ok(await sdk.listSubscriptions({ filter: { userEmail: 'eve@example.test' } }))
  const invoices = ok(await sdk.listSubscriptionInvoices({ filter: { subscriptionId } }))
  const order = ok(await sdk.getOrder(orderId))

  expect(one.data).toMatchObject({
    type: 'subscriptions',
    id: String(subscriptionId),
    attributes: {
      store_id: 1,
      order_id: orderId,
      variant_id: 1001,
      variant_name: 'Monthly',
      user_email: 'ada@example.test',
      status: 'active',
      status_formatted: 'Active',
      card_brand: 'visa',
      card_last_four: '4242',
      payment_processor: 'stripe',
      pause: null,
      cancelled: false,
      trial_ends_at: null,
      first_subscription_item: { subscription_id: subscriptionId, quantity: 1 },
      renews_at: expect.stringMatching(TIME),
      ends_at: null,
    },
  })
  expect(mine.data).toHaveLength(1)
  expect(others).toMatchObject({ data: [], meta: { page: { total: 0, lastPage: 1 } } })
  expect(invoices.data).toMatchObject([
    {
      type: 'subscription-invoices',
      attributes: {
        subscription_id: subscriptionId,
        billing_reason: 'initial',
        status: 'paid',
        total: 400,
        total_formatted: '$4.00',
        refunded: false,
        urls: { invoice_url: expect.stringMatching(/signature=\w{64}$/) },
      },
    },
  ])
  expect(order.data.attributes).toMatchObject({
    identifier: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: 'paid',
    first_order_item: { variant_id: 1001, order_id: orderId },
  })
  expect(JSON.stringify([one, order, invoices])).not.toContain('custom_data')
  ok(await sdk.getSubscriptionInvoice(invoices.data[0]?.id ?? ''))
})

test('a subscription is cancelled, resumed, unpaused and changed', async () => {
  const { subscribe, do: act } = await openSdk()
  const { subscriptionId: id } = await subscribe()
  const renewsAt = ok(await sdk.getSubscription(id)).data.attributes.renews_at

  const cancelled = ok(await sdk.cancelSubscription(id)).data.attributes
  const resumed = ok(await sdk.updateSubscription(id, { cancelled: false })).data.attributes
  await act(id, 'pause', { mode: 'free' })
  const paused = ok(await sdk.getSubscription(id)).data.attributes
  const unpaused = ok(await sdk.updateSubscription(id, { pause: null })).data.attributes
  const annual = ok(await sdk.updateSubscription(id, { variantId: 1002, invoiceImmediately: true }))

  expect(cancelled).toMatchObject({ status: 'cancelled', cancelled: true, ends_at: renewsAt })
  expect(resumed).toMatchObject({ status: 'active', cancelled: false, ends_at: null })
  expect(paused).toMatchObject({ status: 'paused', pause: { mode: 'free', resumes_at: null } })
  expect(unpaused).toMatchObject({ status: 'active', pause: null })
  expect(annual.data.attributes).toMatchObject({ variant_id: 1002, status: 'active' })
  const [invoice] = ok(await sdk.listSubscriptionInvoices({ filter: { subscriptionId: id } })).data
  // A whole unused month is credited; seconds pass meanwhile.
  expect(invoice?.attributes).toMatchObject({ billing_reason: 'updated', total: 3600 })
})

test('an invoice is refunded in part and whole', async () => {
  const { subscribe } = await openSdk()
  const { subscriptionId } = await subscribe()
  const [invoice] = ok(await sdk.listSubscriptionInvoices({ filter: { subscriptionId } })).data
  const id = invoice?.id ?? ''

  const part = ok(await sdk.issueSubscriptionInvoiceRefund(id, 150))
  const whole = ok(await sdk.issueSubscriptionInvoiceRefund(id, 250))
  const tooMuch = await sdk.issueSubscriptionInvoiceRefund(id, 1)

  expect(part.data.attributes).toMatchObject({ status: 'partial_refund', refunded_amount: 150 })
  expect(whole.data.attributes).toMatchObject({ status: 'refunded', refunded: true })
  expect(tooMuch.statusCode).toBe(422)
})

test('the catalogue has a store, two variants and their prices', async () => {
  await openSdk()

  expect(ok(await sdk.listStores()).data).toMatchObject([
    { id: '1', attributes: { currency: 'USD' } },
  ])
  expect(ok(await sdk.getStore(1)).data.id).toBe('1')
  const variants = ok(await sdk.listVariants()).data
  expect(variants.map(({ id }) => id).sort()).toEqual(['1001', '1002'])
  expect(ok(await sdk.getVariant(1002)).data.attributes).toMatchObject({
    name: 'Annual',
    status: 'published',
    interval: 'year',
  })
  const [price] = ok(await sdk.listPrices({ filter: { variantId: 1002 } })).data
  expect(ok(await sdk.getPrice(price?.id ?? '')).data.attributes).toMatchObject({
    variant_id: 1002,
    unit_price: 4000,
    renewal_interval_unit: 'year',
    renewal_interval_quantity: 1,
  })
})

test('a long list comes in pages, newest first', async () => {
  const { subscribe } = await openSdk()
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push((await subscribe({ silent: true })).subscriptionId)

  const second = ok(await sdk.listSubscriptions({ page: { number: 2, size: 2 } }))

  expect(second.data.map(({ id }) => Number(id))).toEqual([ids[2], ids[1]])
  expect(second.meta.page).toEqual({
    currentPage: 2,
    from: 3,
    lastPage: 3,
    perPage: 2,
    to: 4,
    total: 5,
  })
  expect(second.links).toMatchObject({
    first: expect.stringContaining('page%5Bnumber%5D=1'),
    last: expect.stringContaining('page%5Bnumber%5D=3'),
    next: expect.stringContaining('page%5Bnumber%5D=3'),
    prev: expect.stringContaining('page%5Bnumber%5D=1'),
  })
})

test('errors reach the caller with status and cause', async () => {
  await openSdk()

  const missing = await sdk.getSubscription(4711)
  const unrelated = await sdk.createCheckout(1, 77, {})
  sdk.lemonSqueezySetup({ apiKey: 'another-key' })
  const refused = await sdk.getStore(1)

  expect([missing.statusCode, unrelated.statusCode, refused.statusCode]).toEqual([404, 422, 401])
  expect(missing.error?.cause).toEqual([
    { detail: 'The requested resource does not exist.', status: '404', title: 'Not Found' },
  ])
  expect(unrelated.error?.cause).toMatchObject([
    {
      detail: 'The related resource does not exist.',
      source: { pointer: '/data/relationships/variant' },
    },
  ])
})

/** The SDK knows one address only: its calls are sent to the stand-in on the way. */
async function openSdk() {
  const checkout = await openCheckout()
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    fetch(String(input).replace('https://api.lemonsqueezy.com', checkout.apiUrl), init)
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
  sdk.lemonSqueezySetup({ apiKey: checkout.env.LEMON_SQUEEZY_API_KEY })

  return checkout
}

function ok<T>({ data, error }: { data: T | null; error: Error | null }): T {
  if (data === null || error) throw error ?? new Error('no data')
  return data
}
