import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useBillingServer } from './billing-server.ts'

const server = useBillingServer()

// The nightly run at 03:17 would wait for a lease that a test holds, so the tests begin after it.
beforeAll(async () => {
  const [until] = await server().sql(
    `select extract(epoch from date_trunc('day', now) + interval '28 hours' - now)::int / 60 as minutes
       from (select ops.now() at time zone 'utc' as now) as clock`,
  )
  await minutesLater(Number(until?.minutes) + 1)
})

afterEach(async () => {
  await server().provider.webhooks({})
})

test('a payment whose webhooks are all lost is found within ten minutes, and mailed about', async () => {
  const { newMember, pay, provider, settle, statusOf, mailsTo, paymentsOf, sql } = server()
  const member = await newMember()
  await provider.webhooks({ lose: true })
  const { subscriptionId } = await pay(member)
  await settle()
  expect(await statusOf(member)).toBeNull()

  await minutesLater(11)

  expect(await statusOf(member)).toMatchObject({
    subscription_status: 'active',
    plan_name: 'Pro Monthly',
  })
  expect(await paymentsOf(member)).toMatchObject([{ amount: 4, status: 'paid' }])
  expect(await mailsTo(member)).toEqual(['subscription_started'])
  expect(
    await sql(
      'select lemon_squeezy_subscription_id as id from public.checkouts where user_id = $1',
      [member.id],
    ),
  ).toEqual([{ id: String(subscriptionId) }])
})

test('it is nobody’s when the address is another’s, unconfirmed, or nobody began to buy it', async () => {
  const { newMember, call, plans, provider, sql, outcomesOf, statusOf } = server()
  const [confirmed, unconfirmed, idle, other] = [
    await newMember(),
    await newMember(),
    await newMember(),
    await newMember(),
  ]
  for (const member of [confirmed, unconfirmed]) {
    await call('create-checkout', member, { planId: plans.monthly })
  }
  await sql('update public.checkouts set provider_id = gen_random_uuid()::text')
  await sql('update auth.users set email_confirmed_at = null where id = $1', [unconfirmed.id])
  await provider.webhooks({ lose: true })
  const found = [
    await provider.subscribe({ email: `${randomUUID()}@example.test` }),
    await provider.subscribe({ email: unconfirmed.email }),
    await provider.subscribe({ email: idle.email }),
    await provider.subscribe({ email: confirmed.email, variantId: 1002 }),
  ]

  await minutesLater(11)

  for (const { subscriptionId } of found) {
    expect(await outcomesOf(subscriptionId)).toEqual(['unclaimed'])
  }
  for (const member of [confirmed, idle, other]) expect(await statusOf(member)).toBeNull()
  const [last] = await lastRun('due')
  expect(last).toMatchObject({ unclaimed: 4, failed: 0, error: null })
})

test('with webhooks lost altogether, what time brings is known within the period', async () => {
  const { newMember, buy, provider, statusOf, subscriptionOf, paymentsOf, mailsTo } = server()
  const member = await newMember()
  const { subscriptionId } = await buy(member)
  await provider.webhooks({ lose: true })
  await provider.act(subscriptionId, 'fail-next-payment')

  await provider.act(subscriptionId, 'advance')
  await minutesLater(26)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'past_due' })
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })

  await provider.advance(4)
  await minutesLater(26)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active' })
  expect((await paymentsOf(member)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(await mailsTo(member)).toEqual([
    'subscription_started',
    'payment_failed',
    'payment_receipt',
  ])
})

test('every night everything is compared: status, plan, card and payments are healed', async () => {
  const { newMember, buy, provider, sql, plans, subscriptionOf, statusOf } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  await sql(
    `update public.subscriptions
        set status = 'expired', plan_id = $2, card_brand = null, renews_at = null,
            provider_updated_at = provider_updated_at - interval '1 day'
      where id = $1`,
    [id, plans.annual],
  )
  await sql('delete from public.transactions where user_id = $1', [member.id])
  await provider.webhooks({ lose: true })

  await provider.advance(1)
  await minutesLater(1)

  expect(await subscriptionOf(member)).toMatchObject({
    status: 'active',
    plan_id: plans.monthly,
    card_brand: 'visa',
    lemon_squeezy_subscription_id: String(subscriptionId),
  })
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await sql('select from public.transactions where user_id = $1', [member.id])).toHaveLength(
    1,
  )
  const [last] = await lastRun('full')
  expect(last).toMatchObject({ finished_at: expect.any(Date), error: null })
  expect(Number(last?.healed)).toBeGreaterThan(1)
  expect(server().logged()).toContain('subscriptions reconciled')
})

test('prices that differ are reported, not changed', async () => {
  const { provider, sql, plans } = server()
  await provider.control('PUT', 'variants/1002', { price: 5000 })

  await provider.advance(1)
  await minutesLater(1)

  const [last] = await lastRun('full')
  expect(last?.plan_differences).toEqual([
    {
      planId: plans.annual,
      ours: { price: 40, interval: 'year' },
      theirs: { price: 50, interval: 'year' },
    },
  ])
  expect(
    await sql('select price::float8 as price from public.plans where id = $1', [plans.annual]),
  ).toEqual([{ price: 40 }])
  await provider.control('PUT', 'variants/1002', { price: 4000 })
})

test('it never deletes: what the provider does not list stays', async () => {
  const { newMember, sql, plans, provider } = server()
  const member = await newMember()
  await sql(
    `insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id)
     values ($1, $2, 'active', 'elsewhere-1')`,
    [member.id, plans.monthly],
  )

  await provider.advance(1)
  await minutesLater(1)

  expect(
    await sql('select status from public.subscriptions where user_id = $1', [member.id]),
  ).toEqual([{ status: 'active' }])
})

test('one run at a time', async () => {
  const { sql, provider } = server()
  await sql(
    `insert into ops.leases (name, holder, until) values ('reconcile', 'another server', ops.now() + interval '1 hour')`,
  )
  const [before] = await lastRun('due')

  await minutesLater(11)
  const [during] = await lastRun('due')
  await sql(`delete from ops.leases where name = 'reconcile'`)
  await minutesLater(11)
  const [after] = await lastRun('due')

  expect(during?.id).toBe(before?.id)
  expect(after?.id).not.toBe(before?.id)
  await provider.webhooks({})
})

test.each([
  ['has used up its half', { 'lemon-squeezy': 60, 'lemon-squeezy reconciler': 0 }],
  ['leaves the last twenty', { 'lemon-squeezy': 20 }],
])('a run that %s of the request budget waits, and members are answered', async (_what, left) => {
  const { newMember, buy, call, pay, provider, sql, statusOf } = server()
  const [member, late] = [await newMember(), await newMember()]
  const { id } = await buy(member)
  await provider.webhooks({ lose: true })
  await pay(late)
  // Less than a minute ahead once the clock has moved, so that nothing is added meanwhile.
  await sql(
    `insert into ops.rate_limits (key, tokens, burst, updated_at)
     select key, value::float8, case key when 'lemon-squeezy' then 60 else 30 end, ops.now() + interval '11 minutes 50 seconds'
       from jsonb_each_text($1::jsonb)
     on conflict (key) do update
        set tokens = excluded.tokens, burst = excluded.burst, updated_at = excluded.updated_at`,
    [JSON.stringify(left)],
  )

  const run = minutesLater(11)
  await expect
    .poll(() => sql(`select from ops.leases where name = 'reconcile'`), { timeout: 20_000 })
    .toHaveLength(1)
  const asked = (await provider.asked()).length
  const cancelled = await call('cancel-subscription', member, {
    subscriptionId: id,
    userId: member.id,
  })
  const byMember = (await provider.asked()).slice(asked)
  const known = await statusOf(late)
  await sql(`delete from ops.rate_limits where key like 'lemon-squeezy%'`)
  await run

  expect(cancelled.status).toBe(200)
  expect(byMember.filter((line) => line.startsWith('GET /v1/subscriptions?'))).toEqual([])
  expect(known).toBeNull()
  expect(await statusOf(late)).toMatchObject({ subscription_status: 'active' })
})

test('while the provider is away a run fails, says why, and the next one heals', async () => {
  const { newMember, pay, provider, statusOf } = server()
  const member = await newMember()
  await provider.webhooks({ lose: true })
  await pay(member)
  await provider.fault({ path: '/v1/*', status: 401, times: null })
  const [before] = await lastRun('due')

  await minutesLater(11)
  const [failed] = await lastRun('due')
  await provider.noFaults()
  await minutesLater(11)

  expect(failed?.id).not.toBe(before?.id)
  expect(failed).toMatchObject({ seen: 0, error: expect.stringContaining('lemon-squeezy') })
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

async function minutesLater(minutes: number): Promise<void> {
  const { provider, settle } = server()
  await provider.control('POST', 'advance', { ms: minutes * 60_000 })
  await settle()
}

const lastRun = (scope: string) =>
  server().sql('select * from public.reconciliations where scope = $1 order by started_at desc', [
    scope,
  ])
