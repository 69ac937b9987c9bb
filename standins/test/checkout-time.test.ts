import { expect, test } from 'vitest'
import { openCheckout } from './open-checkout.ts'

const DAY_MS = 24 * 60 * 60_000

test('a year’s jump plays every renewal in order, each at its own time', async () => {
  const checkout = await openCheckout()
  const { subscriptionId } = await checkout.subscribe()

  await checkout.advance(366)

  const invoices = await checkout.list('/v1/subscription-invoices?page%5Bsize%5D=100')
  const times = invoices.map(({ attributes }) => String(attributes.created_at))
  expect(invoices).toHaveLength(13)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(times.map((time) => time.slice(8, 10)).slice(0, 2)).size).toBe(1)
  const told = (await checkout.deliveries()).toReversed()
  expect(told.map(({ event }) => event).slice(4, 8)).toEqual([
    'subscription_payment_success',
    'subscription_updated',
    'subscription_payment_success',
    'subscription_updated',
  ])
  const happened = told.map((one) => one.happenedAt)
  expect(happened).toEqual(happened.toSorted((a, b) => a - b))
  const { attributes } = await checkout.read(`/v1/subscriptions/${subscriptionId}`)
  expect(attributes.status).toBe('active')
  expect(Date.parse(String(attributes.renews_at))).toBeGreaterThan(Date.now() + 366 * DAY_MS)
})

test('a card that fails at renewal is tried four times, then unpaid, then expired', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ card: '4000000000000341' })
  const status = async () => (await checkout.read(`/v1/subscriptions/${id}`)).attributes.status
  const seen: unknown[] = []

  await checkout.do(id, 'advance')
  seen.push(await status())
  for (let i = 0; i < 3; i++) {
    await checkout.do(id, 'advance')
    seen.push(await status())
  }
  await checkout.do(id, 'advance')
  seen.push(await status())
  await checkout.advance(13)
  seen.push(await status())
  await checkout.advance(2)
  seen.push(await status())

  expect(seen).toEqual([
    'past_due',
    'past_due',
    'past_due',
    'past_due',
    'unpaid',
    'unpaid',
    'expired',
  ])
  const [invoice] = await checkout.list('/v1/subscription-invoices')
  expect(invoice?.attributes).toMatchObject({ billing_reason: 'renewal', status: 'void' })
  const events = await checkout.events()
  expect(events.filter((one) => one === 'subscription_payment_failed')).toHaveLength(5)
  expect(events.slice(-2)).toEqual(['subscription_expired', 'subscription_updated'])
})

test('the retries lie within two weeks of the failed payment', async () => {
  const checkout = await openCheckout()
  await checkout.subscribe({ card: '4000000000000341' })

  await checkout.advance(60)

  const failures = (await checkout.deliveries())
    .filter(({ event }) => event === 'subscription_payment_failed')
    .map(({ happenedAt }) => happenedAt)
    .toReversed()
  expect(failures.map((at) => Math.round((at - (failures[0] ?? 0)) / DAY_MS))).toEqual([
    0, 3, 7, 10, 14,
  ])
})

test.each([
  ['late', 1, 'past_due'],
  ['unpaid', 5, 'unpaid'],
])('a good card collects what is due while %s', async (_state, steps, before) => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ card: '4000000000000341' })
  for (let i = 0; i < steps; i++) await checkout.do(id, 'advance')
  const late = (await checkout.read(`/v1/subscriptions/${id}`)).attributes.status

  await checkout.do(id, 'payment-method', { card: '4242424242424242' })

  expect(late).toBe(before)
  const { attributes } = await checkout.read(`/v1/subscriptions/${id}`)
  expect(attributes).toMatchObject({ status: 'active', card_last_four: '4242' })
  const [invoice] = await checkout.list('/v1/subscription-invoices')
  expect(invoice?.attributes).toMatchObject({ status: 'paid', card_last_four: '4242' })
  expect((await checkout.events()).slice(-3)).toEqual([
    'subscription_payment_success',
    'subscription_payment_recovered',
    'subscription_updated',
  ])
})

test('a payment that a test lets fail is late, and recovers by itself', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe()
  const { attributes: first } = await checkout.read(`/v1/subscriptions/${id}`)
  await checkout.do(id, 'fail-next-payment')

  await checkout.do(id, 'advance')
  const { attributes: late } = await checkout.read(`/v1/subscriptions/${id}`)
  await checkout.do(id, 'advance')

  const { attributes } = await checkout.read(`/v1/subscriptions/${id}`)
  expect(late.status).toBe('past_due')
  const daysUntilRetry =
    (Date.parse(String(late.renews_at)) - Date.parse(String(first.renews_at))) / DAY_MS
  expect(Math.round(daysUntilRetry)).toBe(3)
  expect(attributes.status).toBe('active')
  // The billing day is that of the payment that was due.
  expect(String(attributes.renews_at).slice(8, 10)).toBe(String(first.renews_at).slice(8, 10))
})

test('a trial ends with the first payment', async () => {
  const checkout = await openCheckout()
  await checkout.control('PUT', 'variants/1001', { trialDays: 7 })
  const { subscriptionId: id } = await checkout.subscribe()
  const { attributes: trial } = await checkout.read(`/v1/subscriptions/${id}`)
  const invoicesBefore = await checkout.list('/v1/subscription-invoices')

  await checkout.advance(8)

  expect(trial).toMatchObject({ status: 'on_trial', renews_at: trial.trial_ends_at })
  expect(invoicesBefore).toEqual([])
  expect((await checkout.read(`/v1/subscriptions/${id}`)).attributes.status).toBe('active')
  expect(await checkout.list('/v1/subscription-invoices')).toHaveLength(1)
})

test('a cancelled subscription expires at its end and cannot be resumed after it', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe()
  await checkout.do(id, 'cancel')
  const { attributes: cancelled } = await checkout.read(`/v1/subscriptions/${id}`)

  await checkout.advance(32)
  const resumed = await checkout.api('PATCH', `/v1/subscriptions/${id}`, {
    data: { type: 'subscriptions', id: String(id), attributes: { cancelled: false } },
  })

  const { attributes } = await checkout.read(`/v1/subscriptions/${id}`)
  expect(attributes).toMatchObject({ status: 'expired', ends_at: cancelled.ends_at })
  expect(resumed.status).toBe(422)
  expect(await checkout.list('/v1/subscription-invoices')).toHaveLength(1)
})

test('an unpaid subscription that is cancelled ends at once', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ status: 'unpaid' })

  const reply = await checkout.api('DELETE', `/v1/subscriptions/${id}`)

  expect(reply.status).toBe(200)
  expect((await checkout.read(`/v1/subscriptions/${id}`)).attributes.status).toBe('expired')
})

test('a pause charges nothing until it ends', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe()
  await checkout.do(id, 'pause', { mode: 'free' })

  await checkout.advance(70)
  const { attributes: paused } = await checkout.read(`/v1/subscriptions/${id}`)
  const invoicesWhilePaused = await checkout.list('/v1/subscription-invoices')
  await checkout.do(id, 'unpause')
  await checkout.advance(30)

  expect(paused).toMatchObject({ status: 'paused', pause: { mode: 'free' } })
  expect(invoicesWhilePaused).toHaveLength(1)
  expect((await checkout.read(`/v1/subscriptions/${id}`)).attributes.status).toBe('active')
  expect(await checkout.events()).toContain('subscription_unpaused')
  expect(await checkout.list('/v1/subscription-invoices')).toHaveLength(2)
})

test('credit of a dearer plan pays the next invoices of a cheaper one', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ variantId: 1002 })

  await checkout.changePlan(id, 1001)
  await checkout.advance(32)

  const invoices = await checkout.list('/v1/subscription-invoices')
  expect(
    invoices.map(({ attributes: { billing_reason, total } }) => [billing_reason, total]),
  ).toEqual([
    ['renewal', 0],
    ['updated', 0],
    ['initial', 4000],
  ])
})

test('another stand-in’s clock plays renewals as well, without a call', async () => {
  const checkout = await openCheckout()
  await checkout.subscribe({ silent: true })

  await checkout.control('PUT', 'clock', { offsetMs: 32 * DAY_MS })

  await expect.poll(() => checkout.events()).toContain('subscription_payment_success')
})

test('a restart keeps everything, and plays what was missed', async () => {
  const before = await openCheckout()
  const { subscriptionId: id } = await before.subscribe()
  await before.close()

  const after = await openCheckout({ dataDir: before.dataDir })

  expect((await after.read(`/v1/subscriptions/${id}`)).id).toBe(String(id))
  expect(await after.deliveries()).toHaveLength(4)
})

test('the first memory is that of the product’s demo', async () => {
  const checkout = await openCheckout({ isDemo: true })

  const subscription = await checkout.read('/v1/subscriptions/900001')
  const invoices = await checkout.list('/v1/subscription-invoices')

  expect(subscription.attributes).toMatchObject({
    user_email: 'pro@demo.gitferry.test',
    variant_id: 1001,
    status: 'active',
  })
  const days = (Date.parse(String(subscription.attributes.renews_at)) - Date.now()) / DAY_MS
  expect(Math.round(days)).toBe(19)
  expect(invoices.map(({ id }) => id)).toEqual(['910003', '910002', '910001', '910000'])
  await checkout.advance(20)
  const [renewal] = await checkout.list('/v1/subscription-invoices')
  expect(renewal?.attributes).toMatchObject({ billing_reason: 'renewal', total: 400 })
})

test('a reset after a jump begins at the real time, with ids that were never used', async () => {
  const checkout = await openCheckout({ isDemo: true })
  const { subscriptionId: before } = await checkout.subscribe()
  await checkout.advance(400)

  await checkout.control('POST', 'reset')

  const { attributes } = await checkout.read('/v1/subscriptions/900001')
  const days = (Date.parse(String(attributes.renews_at)) - Date.now()) / DAY_MS
  const { subscriptionId: after } = await checkout.subscribe()
  expect(Math.round(days)).toBe(19)
  expect(after).toBeGreaterThan(before)
})

test('a plan change that the card does not pay is late and tried again', async () => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ card: '4000000000000341' })

  await checkout.changePlan(id, 1002)
  const { attributes: late } = await checkout.read(`/v1/subscriptions/${id}`)
  await checkout.do(id, 'payment-method', {})

  expect(late).toMatchObject({ status: 'past_due', variant_id: 1002 })
  expect(Math.round((Date.parse(String(late.renews_at)) - Date.now()) / DAY_MS)).toBe(3)
  const { attributes } = await checkout.read(`/v1/subscriptions/${id}`)
  expect(attributes.status).toBe('active')
  expect(Date.parse(String(attributes.renews_at))).toBeGreaterThan(Date.now() + 360 * DAY_MS)
})

test.each([
  ['past_due', 3],
  ['unpaid', 0],
])('a test may make a subscription %s', async (status, days) => {
  const checkout = await openCheckout()
  const { subscriptionId: id } = await checkout.subscribe({ status })

  const { attributes } = await checkout.read(`/v1/subscriptions/${id}`)
  const [invoice] = await checkout.list('/v1/subscription-invoices')

  expect(attributes.status).toBe(status)
  expect((Date.parse(String(attributes.renews_at)) - Date.now()) / DAY_MS).toBeCloseTo(days, 2)
  expect(invoice?.attributes).toMatchObject({ status: 'pending', urls: { invoice_url: null } })
})
