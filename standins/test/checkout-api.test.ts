import { expect, test } from 'vitest'
import { openCheckout } from './open-checkout.ts'

test('a call without the key, or with another one, is refused', async () => {
  const checkout = await openCheckout()

  const other = await checkout.api('GET', '/v1/stores', undefined, { authorization: 'Bearer no' })

  expect(other.status).toBe(401)
  expect(await other.json()).toEqual({
    jsonapi: { version: '1.0' },
    errors: [{ detail: 'Unauthenticated.', status: '401', title: 'Unauthorized' }],
  })
})

test('the 301st call in a minute is one too many', async () => {
  const checkout = await openCheckout()
  const call = () => checkout.api('GET', '/v1/stores/1')
  for (let i = 0; i < 299; i++) await (await call()).arrayBuffer()

  const last = await call()
  const refused = await call()
  await checkout.control('POST', 'advance', { ms: 60_000 })
  const later = await call()

  expect(last.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(last.headers.get('x-ratelimit-limit')).toBe('300')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ message: 'Too Many Attempts.' })
  expect(later.status).toBe(200)
})

test.each([
  ['an unknown filter', '/v1/subscriptions?filter%5Bcolour%5D=red'],
  ['a page of no size', '/v1/subscriptions?page%5Bsize%5D=0'],
  ['too large a page', '/v1/subscriptions?page%5Bsize%5D=101'],
])('%s is refused', async (_what, path) => {
  const checkout = await openCheckout()

  expect((await checkout.api('GET', path)).status).toBe(400)
})

test.each([
  ['a store of others', { store: '2', variant: '1001' }, {}, '/data/relationships/store'],
  ['an unknown variant', { store: '1', variant: '7' }, {}, '/data/relationships/variant'],
  [
    'a link that has expired already',
    { store: '1', variant: '1001' },
    { expires_at: '2020-01-01T00:00:00Z' },
    '/data/attributes/expires_at',
  ],
  [
    'a return address that is none',
    { store: '1', variant: '1001' },
    { product_options: { redirect_url: 'javascript:alert(1)' } },
    '/data/attributes/product_options/redirect_url',
  ],
])('a checkout with %s is refused', async (_what, { store, variant }, attributes, pointer) => {
  const checkout = await openCheckout()

  const reply = await checkout.api('POST', '/v1/checkouts', {
    data: {
      type: 'checkouts',
      attributes,
      relationships: {
        store: { data: { type: 'stores', id: store } },
        variant: { data: { type: 'variants', id: variant } },
      },
    },
  })

  expect(reply.status).toBe(422)
  expect(await reply.json()).toMatchObject({ errors: [{ status: '422', source: { pointer } }] })
})

test('a price changed at the provider shows in the preview, and old subscriptions keep theirs', async () => {
  const checkout = await openCheckout()
  await checkout.subscribe()
  await checkout.control('PUT', 'variants/1001', { price: 500 })

  const { attributes } = await checkout.newCheckout({ preview: true })
  await checkout.advance(32)

  expect(attributes.preview).toMatchObject({ subtotal: 500, total: 500 })
  const [newest] = await checkout.list('/v1/prices?filter%5Bvariant_id%5D=1001')
  expect(newest?.attributes.unit_price).toBe(500)
  const [renewal] = await checkout.list('/v1/subscription-invoices')
  expect(renewal?.attributes.total).toBe(400)
})

test('a PayPal subscription does not change its plan by API', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ paypal: true })

  const reply = await checkout.api('PATCH', `/v1/subscriptions/${id}`, {
    data: { type: 'subscriptions', id: String(id), attributes: { variant_id: 1002 } },
  })

  expect(reply.status).toBe(200)
  const { attributes } = await checkout.read(`/v1/subscriptions/${id}`)
  expect(attributes).toMatchObject({
    variant_id: 1001,
    payment_processor: 'paypal',
    card_brand: null,
  })
})

test('cancelling twice sends one event, and an expired one is refused', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ silent: true })

  const first = await checkout.api('DELETE', `/v1/subscriptions/${id}`)
  const second = await checkout.api('DELETE', `/v1/subscriptions/${id}`)
  await checkout.do(id, 'expire')
  const third = await checkout.api('DELETE', `/v1/subscriptions/${id}`)
  const unknown = await checkout.api('DELETE', '/v1/subscriptions/7')

  expect([first, second, third, unknown].map(({ status }) => status)).toEqual([200, 200, 422, 404])
  const cancelled = (await checkout.events()).filter((one) => one === 'subscription_cancelled')
  expect(cancelled).toHaveLength(1)
})

test('an answer can be lost after the work was done', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe()
  await checkout.control('POST', 'faults', {
    method: 'DELETE',
    path: '/v1/subscriptions/*',
    drop: 'after',
  })

  const lost = checkout.api('DELETE', `/v1/subscriptions/${id}`)

  await expect(lost).rejects.toThrow()
  expect((await checkout.read(`/v1/subscriptions/${id}`)).attributes.status).toBe('cancelled')
})

test('bad answers can be ordered: an HTML page, half an answer, an error in another shape', async () => {
  const checkout = await openCheckout()
  const fault = (one: object) => checkout.control('POST', 'faults', { path: '/v1/*', ...one })
  const html = { 'content-type': 'text/html' }

  await fault({ status: 502, body: '<html>Bad Gateway</html>', headers: html })
  const page = await checkout.api('GET', '/v1/stores/1')
  await fault({ malformed: true })
  const half = await (await checkout.api('GET', '/v1/stores/1')).text()
  await fault({ status: 500, body: { message: 'Server Error' } })
  const message = await checkout.api('GET', '/v1/stores/1')

  expect(page.status).toBe(502)
  expect(await page.text()).toBe('<html>Bad Gateway</html>')
  expect(() => JSON.parse(half)).toThrow()
  expect(await message.json()).toEqual({ message: 'Server Error' })
})

test('addresses of the portal are signed for a day, and anew with each answer', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe()

  const first = (await checkout.read(`/v1/subscriptions/${id}`)).attributes.urls
  await checkout.control('POST', 'advance', { ms: 5_000 })
  const second = (await checkout.read(`/v1/subscriptions/${id}`)).attributes.urls

  expect(Object.keys(first)).toEqual([
    'update_payment_method',
    'customer_portal',
    'customer_portal_update_subscription',
  ])
  const expires = Number(new URL(first.customer_portal ?? '').searchParams.get('expires'))
  expect(Math.abs(expires - Date.now() / 1000 - 86_400)).toBeLessThan(5)
  expect(second.customer_portal).not.toBe(first.customer_portal)
})
