import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useBillingServer } from './billing-server.ts'

const server = useBillingServer()

test('a member buys a plan, and the extension is told', async () => {
  const { buy, newMember, statusOf, subscriptionOf, paymentsOf, mailsTo, outcomesOf } = server()
  const member = await newMember()
  expect(await statusOf(member)).toBeNull()

  const { subscriptionId } = await buy(member)

  expect(await statusOf(member)).toEqual({
    subscription_status: 'active',
    plan_name: 'Pro Monthly',
    current_period_end: expect.any(String),
  })
  expect(await subscriptionOf(member)).toMatchObject({
    status: 'active',
    lemon_squeezy_subscription_id: String(subscriptionId),
    card_brand: 'visa',
    card_last_four: '4242',
    payment_processor: 'stripe',
    is_test: true,
    checked_at: expect.any(Date),
  })
  expect(await paymentsOf(member)).toMatchObject([{ amount: 4, status: 'paid' }])
  expect(await mailsTo(member)).toEqual(['subscription_started'])
  expect(new Set(await outcomesOf(subscriptionId))).toEqual(new Set(['applied']))
})

test('the provider is asked for exactly this plan, and told where to come back to', async () => {
  const { call, plans, newMember, provider, siteUrl, sql } = server()
  const member = await newMember()

  const { body } = await call('create-checkout', member, {
    planId: plans.annual,
    successUrl: `${siteUrl}/upgrade?checkout=success&from=test`,
  })

  const [row] = await sql<{ provider_id: string; url: string; variant_id: string }>(
    'select * from public.checkouts where user_id = $1',
    [member.id],
  )
  const { redirectUrl, orderId, orderIdentifier } = await provider.pay(row?.provider_id ?? '')
  expect(row).toMatchObject({ url: body.checkoutUrl, variant_id: '1002' })
  expect(redirectUrl).toBe(
    `${siteUrl}/upgrade?checkout=success&from=test&order=${orderIdentifier}&order_id=${orderId}`,
  )
})

test('the same wish gets the same address for half an hour, however often it is sent at once', async () => {
  const { call, plans, newMember, provider } = server()
  const member = await newMember()
  const before = (await provider.asked()).length

  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => call('create-checkout', member, { planId: plans.monthly })),
  )
  const other = await call('create-checkout', member, { planId: plans.annual })

  const urls = new Set(answers.map(({ body }) => body.checkoutUrl))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(urls.size).toBe(1)
  expect(urls).not.toContain(other.body.checkoutUrl)
  const opened = (await provider.asked()).slice(before).filter((line) => line.startsWith('POST'))
  expect(opened).toEqual(Array(2).fill('POST /v1/checkouts'))
})

test('what cannot be bought is refused before the provider is asked', async () => {
  const { call, plans, newMember, provider, sql } = server()
  const member = await newMember()
  const retired = await plan(sql, { name: 'Old Monthly', is_active: false, lemon_squeezy_id: '7' })
  const before = (await provider.asked()).length
  const ask = async (planId: unknown) => {
    const { status, body } = await call('create-checkout', member, { planId })
    return [status, body]
  }

  expect(await ask(randomUUID())).toEqual([
    404,
    { error: 'Plan not found', code: 'plan_not_found' },
  ])
  expect(await ask(retired)).toEqual([404, { error: 'Plan not found', code: 'plan_not_found' }])
  expect(await ask(plans.free)).toEqual([
    422,
    { error: 'This plan is not available for purchase', code: 'plan_not_for_sale' },
  ])
  expect(await ask('7')).toEqual([
    400,
    { error: expect.stringMatching(/^planId: /), code: 'validation_failed' },
  ])
  expect((await provider.asked()).slice(before)).toEqual([])
})

test('a plan whose price or variant differs at the provider is not sold', async () => {
  const { call, newMember, provider, sql, logged } = server()
  const member = await newMember()
  const dearer = await plan(sql, { name: 'Dear Monthly', price: 5, lemon_squeezy_id: '1005' })
  const unknown = await plan(sql, { name: 'Lost Monthly', price: 5, lemon_squeezy_id: '999' })
  await provider.control('PUT', 'variants/1005', { price: 600 })

  const answers = [
    await call('create-checkout', member, { planId: dearer }),
    await call('create-checkout', member, { planId: unknown }),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'plan_not_for_sale'],
    [422, 'plan_not_for_sale'],
  ])
  expect(logged()).toContain('plan differs from what the payment provider sells')
  expect(await sql('select from public.checkouts where user_id = $1', [member.id])).toEqual([])
})

test.each([
  '//evil.test',
  'https://evil.test/upgrade',
  'javascript:alert(1)',
  '/\\evil.test',
  'https://somebody@evil.test/',
])('%s is no address to come back to', async (address) => {
  const { call, plans, newMember } = server()
  const member = await newMember()
  const refused = {
    error: 'The return address must be on this site',
    code: 'bad_return_address',
  }

  const answers = [
    await call('create-checkout', member, { planId: plans.monthly, successUrl: address }),
    await call('create-checkout', member, { planId: plans.monthly, cancelUrl: address }),
  ]

  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [400, refused],
    [400, refused],
  ])
})

test('who has a subscription is led to it instead of paying twice', async () => {
  const { buy, call, plans, newMember } = server()
  const member = await newMember()
  const { id } = await buy(member)

  const again = await call('create-checkout', member, { planId: plans.annual })

  expect([again.status, again.body]).toEqual([
    409,
    { error: 'You already have a subscription', code: 'already_subscribed', subscriptionId: id },
  ])
})

test('two tabs that buy at once end with two subscriptions, both known', async () => {
  const { pay, settle, newMember, sql } = server()
  const member = await newMember()

  await Promise.all([pay(member, 'monthly'), pay(member, 'annual')]).catch(() => {})
  await settle()

  const rows = await sql(
    'select status, lemon_squeezy_subscription_id as id from public.subscriptions where user_id = $1',
    [member.id],
  )
  expect(rows.map(({ status }) => status)).toEqual(['active', 'active'])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
})

test('without any webhook the return itself makes the member Pro', async () => {
  const { pay, call, settle, newMember, provider, statusOf, mailsTo, paymentsOf } = server()
  const member = await newMember()
  await provider.webhooks({ lose: true })
  const { orderId, orderIdentifier } = await pay(member)
  await provider.webhooks({})

  const { status, body } = await call('refresh-subscription', member, {
    orderId: String(orderId),
    orderIdentifier,
  })
  await settle()

  expect([status, body]).toEqual([
    200,
    {
      status: {
        subscription_status: 'active',
        plan_name: 'Pro Monthly',
        current_period_end: expect.any(String),
      },
    },
  ])
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await paymentsOf(member)).toMatchObject([{ amount: 4, status: 'paid' }])
  expect(await mailsTo(member)).toEqual(['subscription_started'])
})

test('an order is claimed only with its identifier and a checkout of one’s own', async () => {
  const { pay, call, newMember, provider, plans, subscriptionOf } = server()
  const [buyer, thief, guesser] = [await newMember(), await newMember(), await newMember()]
  await call('create-checkout', guesser, { planId: plans.monthly })
  await provider.webhooks({ lose: true })
  const { orderId, orderIdentifier } = await pay(buyer)
  await provider.webhooks({})
  const refresh = (member: typeof buyer, identifier: string) =>
    call('refresh-subscription', member, {
      orderId: String(orderId),
      orderIdentifier: identifier,
    })

  const answers = [
    await refresh(thief, orderIdentifier),
    await refresh(guesser, randomUUID()),
    await refresh(buyer, '[order_identifier]'),
  ]

  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array(3).fill([200, { status: null }]),
  )
  expect(await subscriptionOf(thief)).toBeUndefined()
  expect(await subscriptionOf(guesser)).toBeUndefined()
})

test('a webhook before the return leaves nothing to claim, and nobody else can take it', async () => {
  const { buy, call, plans, newMember, subscriptionOf, sql } = server()
  const [buyer, other] = [await newMember(), await newMember()]
  await call('create-checkout', other, { planId: plans.monthly })
  const { orderId, orderIdentifier, subscriptionId } = await buy(buyer)
  const order = { orderId: String(orderId), orderIdentifier }

  const own = await call('refresh-subscription', buyer, order)
  const stolen = await call('refresh-subscription', other, order)

  expect(own.body).toMatchObject({ status: { subscription_status: 'active' } })
  expect(stolen.body).toEqual({ status: null })
  expect(await subscriptionOf(other)).toBeUndefined()
  expect(
    await sql('select user_id from public.subscriptions where lemon_squeezy_subscription_id = $1', [
      String(subscriptionId),
    ]),
  ).toEqual([{ user_id: buyer.id }])
})

test('the provider is asked at most every five seconds by one member', async () => {
  const { call, buy, newMember, provider } = server()
  const member = await newMember()
  await buy(member)
  const before = (await provider.asked()).length

  const first = await call('refresh-subscription', member, {})
  const asked = (await provider.asked()).length
  const second = await call('refresh-subscription', member, {})

  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect(asked).toBeGreaterThan(before)
  expect((await provider.asked()).length).toBe(asked)
})

test('a card that is declined, and a checkout that is left, change nothing', async () => {
  const { call, pay, newMember, plans, settle, statusOf, mailsTo } = server()
  const [declined, gone] = [await newMember(), await newMember()]

  await expect(pay(declined, 'monthly', { card: '4000000000000002' })).rejects.toThrow(/declined/)
  await call('create-checkout', gone, { planId: plans.monthly })
  await settle()

  for (const member of [declined, gone]) {
    expect(await statusOf(member)).toBeNull()
    expect(await mailsTo(member)).toEqual([])
  }
})

test('ten checkouts at once, then one in half a minute', async () => {
  const { call, plans, newMember } = server()
  const member = await newMember()

  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    statuses.push((await call('create-checkout', member, { planId: plans.monthly })).status)
  }
  const refused = await call('create-checkout', member, { planId: plans.monthly })

  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect(refused.body.code).toBe('over_request_rate_limit')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('who has a second factor must have used it', async () => {
  const { call, plans, newMember } = server()
  const member = await newMember({ hasFactor: true })

  const names = [
    'create-checkout',
    'cancel-subscription',
    'resume-subscription',
    'change-plan',
    'billing-portal',
    'refresh-subscription',
  ]
  const answers = await Promise.all(
    names.map((name) => call(name, member, { planId: plans.monthly })),
  )
  const visitors = await Promise.all(names.map((name) => call(name, null)))

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403))
  expect(visitors.map(({ status }) => status)).toEqual(Array(6).fill(401))
})

const plan = async (
  sql: ReturnType<typeof server>['sql'],
  { name, price = 4, is_active = true, lemon_squeezy_id }: Record<string, unknown>,
) => {
  const [row] = await sql<{ id: string }>(
    `insert into public.plans (name, price, interval, is_active, lemon_squeezy_id)
     values ($1, $2, 'month', $3, $4) returning id`,
    [name, price, is_active, lemon_squeezy_id],
  )
  return row?.id ?? ''
}
