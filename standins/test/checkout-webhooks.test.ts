import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { listenAsProduct } from './listen-as-product.ts'
import { openCheckout } from './open-checkout.ts'

const CUSTOM = { user_id: 'u1', checkout_id: 'c1' }

test('a paid checkout sends signed events to the product, with the custom data', async () => {
  const { checkout, product } = await openShop()
  const { id } = await checkout.newCheckout({
    checkout_data: { email: 'ada@example.test', custom: { ...CUSTOM, count: 3 } },
    product_options: {
      redirect_url: 'http://127.0.0.1/back?order=[order_identifier]&order_id=[order_id]',
    },
  })

  const paid = await checkout.pay(id)

  expect(await checkout.events()).toEqual([
    'order_created',
    'subscription_created',
    'subscription_payment_success',
    'subscription_updated',
  ])
  const [order, subscription, payment] = product.heard.map(({ body }) => JSON.parse(body))
  expect(order).toMatchObject({
    meta: { event_name: 'order_created', custom_data: { ...CUSTOM, count: '3' }, test_mode: true },
    data: { type: 'orders', id: String(paid.orderId) },
  })
  expect(subscription.data).toMatchObject({
    type: 'subscriptions',
    id: String(paid.subscriptionId),
    attributes: { status: 'active', order_id: paid.orderId, store_id: 1 },
  })
  expect(payment.meta).not.toHaveProperty('custom_data')
  expect(payment.data).toMatchObject({
    type: 'subscription-invoices',
    attributes: { subscription_id: paid.subscriptionId, total: 400 },
  })
  for (const { path, headers, body } of product.heard) {
    const signature = createHmac('sha256', checkout.webhookSecret).update(body).digest('hex')
    expect(path).toBe('/webhooks/lemon-squeezy')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-event-name': JSON.parse(body).meta.event_name,
      'x-signature': signature,
    })
  }
  expect(paid.redirectUrl).toBe(
    `http://127.0.0.1/back?order=${paid.orderIdentifier}&order_id=${paid.orderId}`,
  )
})

test.each([
  ['cancel', {}, ['subscription_cancelled', 'subscription_updated']],
  ['pause', { mode: 'void' }, ['subscription_paused', 'subscription_updated']],
  ['expire', {}, ['subscription_expired', 'subscription_updated']],
  ['payment-method', {}, ['subscription_updated']],
])('the portal’s %s sends its events', async (verb, input, told) => {
  const { checkout } = await openShop()
  const { subscriptionId } = await checkout.subscribe({ silent: true })

  await checkout.do(subscriptionId, verb, input)

  expect(await checkout.events()).toEqual(told)
})

test('a plan change sends its events', async () => {
  const { checkout } = await openShop()
  const { subscriptionId } = await checkout.subscribe({ silent: true })

  await checkout.changePlan(subscriptionId, 1002)

  expect(await checkout.events()).toEqual([
    'subscription_plan_changed',
    'subscription_updated',
    'subscription_payment_success',
  ])
})

test('resuming, unpausing and refunds send their events', async () => {
  const { checkout } = await openShop()
  const { subscriptionId } = await checkout.subscribe({ silent: true, status: 'cancelled' })
  const [invoice] = await checkout.list('/v1/subscription-invoices')

  await checkout.do(subscriptionId, 'resume')
  await checkout.do(subscriptionId, 'pause')
  await checkout.do(subscriptionId, 'unpause')
  await checkout.control('POST', `invoices/${invoice?.id}/refund`, { amount: 100 })
  await checkout.control('POST', `invoices/${invoice?.id}/refund`, {})

  expect(await checkout.events()).toEqual([
    'subscription_resumed',
    'subscription_updated',
    'subscription_paused',
    'subscription_updated',
    'subscription_unpaused',
    'subscription_updated',
    'subscription_payment_refunded',
    'order_refunded',
    'subscription_payment_refunded',
    'order_refunded',
  ])
})

test('only 200 counts: three more tries after 5, 25 and 125 seconds, then never', async () => {
  const { checkout, product } = await openShop(204)
  const { subscriptionId } = await checkout.subscribe({ silent: true })
  await checkout.do(subscriptionId, 'payment-method')
  await checkout.deliveries()
  const heard = [product.heard.length]

  for (const seconds of [4, 1, 24, 1, 124, 1, 10_000]) {
    await checkout.control('POST', 'advance', { ms: seconds * 1000 })
    await checkout.deliveries()
    heard.push(product.heard.length)
  }

  expect(heard).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  const [delivery] = await checkout.deliveries()
  expect(delivery).toMatchObject({ state: 'failed', dueAt: null })
  expect(delivery?.attempts.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
})

test('a delivery can be sent again by hand, with the same bytes', async () => {
  const product = await listenAsProduct(200)
  const checkout = await openCheckout({ productUrl: product.url })
  const { subscriptionId } = await checkout.subscribe({ silent: true })
  await checkout.do(subscriptionId, 'payment-method')
  const [first] = await checkout.deliveries()

  await checkout.control('POST', `deliveries/${first?.id}/attempts`)
  await checkout.control('POST', `deliveries/${first?.id}/attempts`)

  const [told] = await checkout.deliveries()
  expect(told).toMatchObject({ state: 'delivered' })
  expect(told?.attempts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(product.heard[0]?.body).toBe(product.heard[1]?.body)
  expect((await checkout.control('POST', 'deliveries/999/attempts')).status).toBe(400)
})

test('held events leave when they are released, in reverse if a test wants it', async () => {
  const { checkout, product } = await openShop()
  await checkout.control('PUT', 'webhooks', { held: true })
  await checkout.subscribe()
  await checkout.deliveries()
  const heardWhileHeld = product.heard.length

  await checkout.control('PUT', 'webhooks', { order: 'reversed' })
  await checkout.deliveries()

  expect(heardWhileHeld).toBe(0)
  expect(eventsIn(product.heard)).toEqual([
    'subscription_updated',
    'subscription_payment_success',
    'subscription_created',
    'order_created',
  ])
})

test('events can be reversed, doubled, delayed and lost', async () => {
  const { checkout, product } = await openShop()

  await checkout.control('PUT', 'webhooks', { order: 'reversed', copies: 2 })
  const { subscriptionId } = await checkout.subscribe()
  await checkout.deliveries()
  const doubled = eventsIn(product.heard.splice(0))
  await checkout.control('PUT', 'webhooks', { delayMs: 120_000 })
  await checkout.do(subscriptionId, 'payment-method')
  await checkout.deliveries()
  const atOnce = product.heard.length
  await checkout.control('POST', 'advance', { ms: 120_000 })
  await checkout.deliveries()
  const later = product.heard.length
  await checkout.control('PUT', 'webhooks', { lose: true })
  await checkout.do(subscriptionId, 'cancel')
  const [lost] = await checkout.deliveries()

  expect(doubled).toHaveLength(8)
  expect(doubled.slice(0, 2)).toEqual(['subscription_updated', 'subscription_updated'])
  expect(doubled.at(-1)).toBe('order_created')
  expect([atOnce, later]).toEqual([0, 1])
  expect(lost).toMatchObject({ state: 'lost', attempts: [] })
  expect(product.heard).toHaveLength(1)
})

test('a year of events leaves in reverse, however long it takes to write them', async () => {
  const { checkout, product } = await openShop()
  await checkout.subscribe({ silent: true })
  await checkout.control('PUT', 'webhooks', { order: 'reversed' })

  await checkout.advance(366)
  await checkout.deliveries()

  const times = product.heard.map(({ body }) => JSON.parse(body).data.attributes.updated_at)
  expect(times.length).toBe(24)
  expect(times).toEqual(times.toSorted().toReversed())
})

test.each([
  ['wrong', /^[0-9a-f]{64}$/],
  ['short', /^[0-9a-f]{32}$/],
  ['missing', /^undefined$/],
])('a %s signature can be ordered', async (signature, form) => {
  const { checkout, product } = await openShop()
  await checkout.control('PUT', 'webhooks', { signature })

  await checkout.subscribe()
  await checkout.deliveries()

  const [heard] = product.heard
  const right = createHmac('sha256', checkout.webhookSecret)
    .update(heard?.body ?? '')
    .digest('hex')
  expect(String(heard?.headers['x-signature'])).toMatch(form)
  expect(heard?.headers['x-signature']).not.toBe(right)
})

test('an unknown event and one of a foreign store can be sent, signed', async () => {
  const { checkout, product } = await openShop()
  const { subscriptionId } = await checkout.subscribe({ silent: true })
  const own = await checkout.read(`/v1/subscriptions/${subscriptionId}`)

  await checkout.control('POST', 'events', {
    event: 'subscription_teleported',
    data: { ...own, attributes: { ...own.attributes, store_id: 2 } },
    testMode: false,
  })
  await checkout.deliveries()

  expect(JSON.parse(product.heard[0]?.body ?? '')).toMatchObject({
    meta: { event_name: 'subscription_teleported', test_mode: false },
    data: { id: String(subscriptionId), attributes: { store_id: 2 } },
  })
})

const eventsIn = (heard: { body: string }[]): string[] =>
  heard.map(({ body }) => JSON.parse(body).meta.event_name)

async function openShop(status = 200) {
  const product = await listenAsProduct(status)
  const checkout = await openCheckout({ productUrl: product.url })

  return { checkout, product }
}
