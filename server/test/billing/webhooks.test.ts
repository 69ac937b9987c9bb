import { createHash, createHmac, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { useBillingServer } from './billing-server.ts'

const NEXT_SECRET = 'the-next-secret-of-the-tests'
const server = useBillingServer()

test('what is not signed with our secret is not even kept', async () => {
  const { sql } = server()
  const body = JSON.stringify({ meta: { event_name: 'order_created' }, data: { id: '1' } })
  const good = signature(body)
  const statuses = [
    await deliver(body, undefined),
    await deliver(body, ''),
    await deliver(body, good.slice(0, 32)),
    await deliver(
      body,
      good.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
    await deliver(body, `${good.slice(0, 63)}g`),
    await deliver(body, `${good}00`),
    await deliver(`${body} `, good),
  ]

  expect(statuses).toEqual(Array(7).fill(401))
  expect(
    await sql('select from ops.webhook_events where digest = any ($1)', [
      [digestOf(body), digestOf(`${body} `)],
    ]),
  ).toEqual([])
})

test('what is signed and no event is refused, and what is too long', async () => {
  const noEvents = [
    'no json',
    '[]',
    JSON.stringify({ meta: {}, data: { id: '1' } }),
    JSON.stringify({ meta: { event_name: 'order_created' }, data: {} }),
    JSON.stringify({ meta: { event_name: 'order_created' } }),
  ]
  const long = JSON.stringify({
    meta: { event_name: 'order_created' },
    data: { id: '1' },
    more: 'x'.repeat(1024 * 1024),
  })

  const statuses: number[] = []
  for (const body of [...noEvents, long]) statuses.push(await deliver(body, signature(body)))

  expect(statuses).toEqual([400, 400, 400, 400, 400, 413])
})

test('upper-case digits are digits', async () => {
  const body = JSON.stringify({
    meta: { event_name: 'order_created', test_mode: true },
    data: { id: randomUUID() },
  })

  expect(await deliver(body, signature(body).toUpperCase())).toBe(200)
})

test('while a secret is rotated, both count', async () => {
  const { startAnother, checkout } = server()
  const rotating = await startAnother({
    LEMON_SQUEEZY_WEBHOOK_SECRET: `${checkout.webhookSecret}, ${NEXT_SECRET}`,
  })
  // Two servers would share the work of later tests.
  onTestFinished(rotating.stop)
  const bodies = [0, 1, 2].map(() =>
    JSON.stringify({ meta: { event_name: 'x', test_mode: true }, data: { id: randomUUID() } }),
  )
  const send = async (i: number, secret: string) => {
    const body = bodies[i] ?? ''
    const answer = await fetch(`${rotating.url}/webhooks/lemon-squeezy`, {
      method: 'POST',
      headers: { 'x-signature': createHmac('sha256', secret).update(body).digest('hex') },
      body,
    })
    return answer.status
  }

  expect([
    await send(0, checkout.webhookSecret),
    await send(1, NEXT_SECRET),
    await send(2, 'an-older-secret-of-the-tests'),
  ]).toEqual([200, 200, 401])
})

test('without a secret nothing is believed', async () => {
  const { startAnother } = server()
  const { url, stop } = await startAnother({ LEMON_SQUEEZY_WEBHOOK_SECRET: '' })
  onTestFinished(stop)

  const answer = await fetch(`${url}/webhooks/lemon-squeezy`, { method: 'POST', body: '{}' })

  expect(answer.status).toBe(503)
})

test('the same bytes count once and are answered 200 each time', async () => {
  const { newMember, pay, provider, settle, sql, mailsTo, paymentsOf } = server()
  const member = await newMember()
  await provider.webhooks({ copies: 3 })
  onTestFinished(() => void provider.webhooks({}))

  const { subscriptionId } = await pay(member)
  await settle()

  const rows = await sql(
    `select event_name from ops.webhook_events where object_id = $1 order by event_name`,
    [String(subscriptionId)],
  )
  const states = (await provider.deliveries()).filter(
    ({ objectId }) => objectId === String(subscriptionId),
  )
  expect(rows.map(({ event_name }) => event_name)).toEqual([
    'subscription_created',
    'subscription_payment_success',
    'subscription_updated',
  ])
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['delivered']))
  expect(await paymentsOf(member)).toHaveLength(1)
  expect(await mailsTo(member)).toEqual(['subscription_started'])
})

test('reversed order ends in the same state: the payment waits for its subscription', async () => {
  const { newMember, pay, provider, settle, statusOf, paymentsOf, outcomesOf } = server()
  const member = await newMember()
  await provider.webhooks({ held: true })
  const { subscriptionId } = await pay(member)
  await provider.act(subscriptionId, 'cancel')
  await provider.act(subscriptionId, 'resume')

  await provider.webhooks({ held: false, order: 'reversed' })
  onTestFinished(() => void provider.webhooks({}))
  await settle()

  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await paymentsOf(member)).toHaveLength(1)
  expect((await outcomesOf(subscriptionId)).filter((one) => one === null)).toEqual([])
})

test('two minutes late is not too late', async () => {
  const { newMember, pay, provider, settle, statusOf } = server()
  const member = await newMember()
  await provider.webhooks({ delayMs: 120_000 })
  await pay(member)
  await provider.webhooks({})
  await settle()
  expect(await statusOf(member)).toBeNull()

  await provider.control('POST', 'advance', { ms: 121_000 })
  await settle()

  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

test('forged by the provider’s own fault settings: refused, retried, and taken once it is right', async () => {
  const { newMember, pay, provider, settle, statusOf } = server()
  const member = await newMember()
  for (const fault of ['wrong', 'missing', 'short']) {
    await provider.webhooks({ signature: fault })
    if (fault === 'wrong') await pay(member)
    await settle()
    expect(await statusOf(member)).toBeNull()
  }
  await provider.webhooks({ signature: null })
  const [created] = (await provider.deliveries()).filter(
    ({ event, payload }) =>
      event === 'subscription_created' &&
      payload.data.attributes.user_email === member.email.toLowerCase(),
  )
  const body = JSON.stringify(created?.payload)

  expect(await deliver(body, signature(body))).toBe(200)
  await settle()
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

test('an altered body does not fit its signature', async () => {
  const { newMember, buy, provider, settle, statusOf } = server()
  const [member, other] = [await newMember(), await newMember()]
  await buy(member)
  const [created] = (await provider.deliveries()).filter(
    ({ event }) => event === 'subscription_created',
  )
  const body = JSON.stringify(created?.payload)

  const status = await deliver(body.replaceAll(member.id, other.id), signature(body))
  await settle()

  expect(status).toBe(401)
  expect(await statusOf(other)).toBeNull()
})

test('cancelled after expired stays expired', async () => {
  const { newMember, buy, provider, settle, statusOf, outcomesOf } = server()
  const member = await newMember()
  const { subscriptionId } = await buy(member)
  await provider.webhooks({ held: true })
  await provider.act(subscriptionId, 'cancel')
  await provider.act(subscriptionId, 'expire')
  // Without an answer of the provider the events alone decide.
  await provider.fault({ method: 'GET', path: '/v1/subscriptions/*', status: 500, times: null })
  onTestFinished(() => void provider.noFaults())

  await provider.webhooks({ held: false, order: 'reversed' })
  await settle()
  await provider.webhooks({})

  expect(await statusOf(member)).toMatchObject({ subscription_status: 'expired' })
  expect((await outcomesOf(subscriptionId)).slice(-4)).toContain('outdated')
})

test('while the provider is away an event’s own content counts, and it is asked later', async () => {
  const { newMember, pay, provider, settle, statusOf, subscriptionOf } = server()
  const member = await newMember()
  await provider.fault({ method: 'GET', path: '/v1/subscriptions/*', status: 503, times: null })

  await pay(member)
  await settle()
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await subscriptionOf(member)).toMatchObject({ checked_at: null })

  await provider.noFaults()
  await provider.control('POST', 'advance', { ms: 6 * 60_000 })
  await settle()
  expect(await subscriptionOf(member)).toMatchObject({ checked_at: expect.any(Date) })
})

test('events of another store, of the other mode and of unknown names are kept and ignored', async () => {
  const { provider, settle, sql, newMember, plans, call } = server()
  const member = await newMember()
  await call('create-checkout', member, { planId: plans.monthly })
  const [row] = await sql('select id from public.checkouts where user_id = $1', [member.id])
  const customData = { user_id: member.id, checkout_id: row?.id, plan_id: plans.monthly }
  const foreign = await provider.subscribe({ storeId: 2, customData })
  const live = await provider.subscribe({ testMode: false, customData })
  await provider.control('POST', 'events', {
    event: 'affiliate_activated',
    data: { type: 'affiliates', id: 'a1', attributes: {} },
  })
  await settle()

  const outcomes = await sql(
    'select distinct object_id, outcome from ops.webhook_events where object_id = any ($1)',
    [[String(foreign.subscriptionId), String(live.subscriptionId), 'a1']],
  )
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ignored', 'ignored', 'ignored'])
  expect(await sql('select from public.subscriptions where user_id = $1', [member.id])).toEqual([])
})

test('a long event that needs no more work is not kept', async () => {
  const { sql } = server()
  const body = JSON.stringify({
    meta: { event_name: 'affiliate_activated', test_mode: true },
    data: { id: randomUUID(), type: 'affiliates' },
    more: 'x'.repeat(70_000),
  })

  expect(await deliver(body, signature(body))).toBe(200)

  expect(
    await sql('select body, body_note, outcome from ops.webhook_events where digest = $1', [
      digestOf(body),
    ]),
  ).toEqual([{ body: '{}', body_note: 'size', outcome: 'ignored' }])
})

test('an order is noted and books nothing', async () => {
  const { newMember, buy, sql, paymentsOf } = server()
  const member = await newMember()
  const { orderId } = await buy(member)

  expect(
    await sql('select event_name, outcome from ops.webhook_events where object_id = $1', [
      String(orderId),
    ]),
  ).toEqual([{ event_name: 'order_created', outcome: 'applied' }])
  expect(await paymentsOf(member)).toHaveLength(1)
})

test('a variant no plan names grants nothing, until the plan is corrected and the event sent again', async () => {
  const { newMember, pay, provider, settle, sql, plans, statusOf } = server()
  const member = await newMember()
  const rename = (variant: string) =>
    sql('update public.plans set lemon_squeezy_id = $2 where id = $1', [plans.annual, variant])
  await provider.webhooks({ held: true })
  const { subscriptionId } = await pay(member, 'annual')
  await rename('4711')

  await provider.webhooks({ held: false })
  await settle()
  const failed = await sql(
    'select distinct outcome, error from ops.webhook_events where object_id = $1',
    [String(subscriptionId)],
  )
  expect(failed).toEqual([{ outcome: 'failed', error: 'Unknown variant 1002' }])
  expect(await statusOf(member)).toBeNull()

  await rename('1002')
  for (const { id, objectId } of await provider.deliveries()) {
    if (objectId === String(subscriptionId)) await provider.resend(id)
  }
  await settle()
  expect(await statusOf(member)).toMatchObject({ plan_name: 'Pro Annual' })
})

test('what was sent along counts only with a checkout of the same member and variant', async () => {
  const { newMember, call, provider, settle, sql, plans, statusOf, outcomesOf } = server()
  const [buyer, victim] = [await newMember(), await newMember()]
  await call('create-checkout', buyer, { planId: plans.monthly })
  const [row] = await sql<{ id: string }>('select id from public.checkouts where user_id = $1', [
    buyer.id,
  ])
  const checkout_id = row?.id

  const altered = [
    await provider.subscribe({ customData: { user_id: victim.id, checkout_id } }),
    await provider.subscribe({ customData: { user_id: victim.id } }),
    await provider.subscribe({ customData: { user_id: buyer.id, checkout_id: randomUUID() } }),
    await provider.subscribe({ variantId: 1002, customData: { user_id: buyer.id, checkout_id } }),
  ]
  await settle()
  expect(await outcomesOf(altered[0]?.subscriptionId ?? 0)).toEqual([null, null, null])

  await provider.control('POST', 'advance', { ms: 16 * 60_000 })
  await settle()
  for (const { subscriptionId } of altered) {
    expect(new Set(await outcomesOf(subscriptionId))).toEqual(new Set(['unclaimed']))
  }
  expect([await statusOf(buyer), await statusOf(victim)]).toEqual([null, null])
})

test('an event that is not what the provider documents fails alone', async () => {
  const { newMember, buy, provider, settle, statusOf, sql } = server()
  const member = await newMember()
  const { subscriptionId } = await buy(member)
  await provider.control('POST', 'events', {
    event: 'subscription_updated',
    data: {
      type: 'subscriptions',
      id: String(subscriptionId),
      attributes: { store_id: 1, test_mode: true, status: 'celebrating' },
    },
  })
  await provider.act(subscriptionId, 'cancel')
  await settle()

  const outcomes = await sql(
    `select outcome, count(*)::int as count from ops.webhook_events where object_id = $1 group by 1 order by 1`,
    [String(subscriptionId)],
  )
  expect(outcomes).toEqual([
    { outcome: 'applied', count: 5 },
    { outcome: 'failed', count: 1 },
  ])
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

const digestOf = (body: string) => createHash('sha256').update(body).digest('hex')

const signature = (body: string) =>
  createHmac('sha256', server().checkout.webhookSecret).update(body).digest('hex')

async function deliver(body: string, signed: string | undefined): Promise<number> {
  const answer = await fetch(`${server().siteUrl}/webhooks/lemon-squeezy`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signed !== undefined && { 'x-signature': signed }),
    },
    body,
  })

  return answer.status
}
