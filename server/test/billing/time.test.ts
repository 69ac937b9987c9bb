import { createHmac } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { receiveEvent } from '#billing/events/receive-event.ts'
import { type BillingServer, openServer } from './billing-server.ts'

let server: BillingServer

// Time moves for everybody, so each test has a product of its own.
beforeEach(async () => {
  const ends: (() => void | Promise<void>)[] = []
  onTestFinished(async () => {
    for (const end of ends.reverse()) await end()
  })
  server = await openServer({}, (end) => ends.push(end))
})

test('four failed renewals, then a good card: late, off, and on again', async () => {
  const { newMember, buy, provider, settle, statusOf, subscriptionOf, mailsTo } = server
  const member = await newMember()
  const { subscriptionId } = await buy(member, 'monthly', { card: '4000000000000341' })
  const paidUntil = (await subscriptionOf(member))?.current_period_end

  await provider.act(subscriptionId, 'advance')
  await settle()
  expect(await subscriptionOf(member)).toMatchObject({
    status: 'past_due',
    current_period_end: paidUntil,
  })
  const late = await statusOf(member)
  expect(late).toMatchObject({ subscription_status: 'active' })
  expect(new Date(String(late?.current_period_end)) > server.clock.now()).toBe(true)

  for (const days of [4, 4, 4, 4]) {
    await provider.advance(days)
    await settle()
  }
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'unpaid' })
  expect((await mailsTo(member)).filter((one) => one === 'payment_failed')).toHaveLength(5)

  await provider.act(subscriptionId, 'payment-method', { card: '4242424242424242' })
  await settle()
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', card_last_four: '4242' })
  expect((await mailsTo(member)).at(-1)).toBe('payment_receipt')
})

test('a year ahead every renewal is booked once, and the extension never reads a past date', async () => {
  const { newMember, buy, provider, settle, statusOf, paymentsOf, clock } = server
  const member = await newMember()
  await buy(member)

  await provider.advance(366)
  await settle()

  const payments = await paymentsOf(member)
  expect(payments).toHaveLength(13)
  expect(new Set(payments.map(({ provider_invoice_id: id }) => id)).size).toBe(13)
  const status = await statusOf(member)
  expect(status).toMatchObject({ subscription_status: 'active' })
  expect(new Date(String(status?.current_period_end)) > clock.now()).toBe(true)
})

test('paid time ends by our own clock, whatever news is late', async () => {
  const { newMember, buy, call, provider, settle, statusOf, mailsTo, subscriptionOf, sql } = server
  const member = await newMember()
  const { id } = await buy(member)
  await call('cancel-subscription', member, { subscriptionId: id, userId: member.id })
  await settle()
  await provider.webhooks({ held: true })

  await provider.advance(32)
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'cancelled' })
  const resumed = await call('resume-subscription', member, {
    subscriptionId: id,
    userId: member.id,
  })
  expect([resumed.status, resumed.body.code]).toEqual([409, 'nothing_to_resume'])

  await provider.webhooks({ held: false })
  await settle()
  expect(await subscriptionOf(member)).toMatchObject({ status: 'expired' })
  expect((await mailsTo(member)).at(-1)).toBe('subscription_ended')
  expect(
    await sql(`select from public.analytics where user_id = $1 and name = 'ended'`, [member.id]),
  ).toHaveLength(1)
})

test('a refund is booked, in part and whole, and told each time', async () => {
  const { newMember, buy, provider, settle, paymentsOf, mailsTo, statusOf } = server
  const member = await newMember()
  await buy(member)
  const [invoice] = await paymentsOf(member)
  const path = `invoices/${invoice?.provider_invoice_id}/refund`

  await provider.control('POST', path, { amount: 150 })
  await settle()
  expect(await paymentsOf(member)).toMatchObject([
    { amount: 4, refunded_amount: 1.5, status: 'partial_refund' },
  ])
  await provider.advance(1)
  await provider.control('POST', path, {})
  await settle()

  expect(await paymentsOf(member)).toMatchObject([
    { amount: 4, refunded_amount: 4, status: 'refunded' },
  ])
  expect(await mailsTo(member)).toEqual([
    'subscription_started',
    'payment_refunded',
    'payment_refunded',
  ])
  // A refund alone does not end a subscription; the provider reports the end.
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

test('a trial of the variant’s own gives Pro, and its first payment is the start', async () => {
  const { newMember, buy, provider, settle, statusOf, subscriptionOf, mailsTo } = server
  const member = await newMember()
  await provider.control('PUT', 'variants/1001', { price: 400, trialDays: 7 })
  await buy(member)
  const { trial_ends_at, current_period_end } = (await subscriptionOf(member)) ?? {}

  expect(await subscriptionOf(member)).toMatchObject({ status: 'on_trial' })
  expect(current_period_end).toEqual(trial_ends_at)
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await mailsTo(member)).toEqual([])

  await provider.advance(8)
  await settle()
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active' })
  expect(await mailsTo(member)).toEqual(['subscription_started'])
})

test('mails are in the member’s language', async () => {
  const { newMember, buy, sql } = server
  const member = await newMember()
  await sql(`update public.users set language = 'es' where id = $1`, [member.id])

  await buy(member)

  expect(
    await sql('select template, language from ops.mail_outbox where to_address = $1', [
      member.email,
    ]),
  ).toEqual([{ template: 'subscription_started', language: 'es' }])
})

test('yesterday’s link is replaced by a new one', async () => {
  const { newMember, call, plans, provider } = server
  const member = await newMember()

  const first = await call('create-checkout', member, { planId: plans.monthly })
  await provider.control('POST', 'advance', { ms: 31 * 60_000 })
  const second = await call('create-checkout', member, { planId: plans.monthly })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.checkoutUrl).not.toBe(first.body.checkoutUrl)
})

test('a server that is killed between an event and its work loses nothing', async () => {
  const { newMember, pay, provider, statusOf, stop, startAnother, db, checkout, sql } = server
  const member = await newMember()
  await provider.webhooks({ lose: true })
  await pay(member)
  const events = (await provider.deliveries()).map(({ payload }) => JSON.stringify(payload))
  await stop()
  for (const body of events) {
    const secret = checkout.webhookSecret
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    await receiveEvent(
      { db, secrets: [secret], storeId: '1', isTest: true },
      { body: Buffer.from(body), signature },
    )
  }

  const next = await startAnother({ PORT: new URL(server.siteUrl).port })
  await next.settle()

  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
  expect(await sql('select from ops.webhook_events where outcome is null')).toEqual([])
})

test('while the database is away the provider is told to come again, and does', async () => {
  const { newMember, pay, provider, settle, statusOf, sql } = server
  const member = await newMember()
  const allow = () => sql('drop function if exists public.fail_now cascade')
  onTestFinished(async () => void (await allow()))
  await sql(`create function public.fail_now() returns trigger language plpgsql
             as $$ begin raise exception using errcode = '57014'; end $$`)
  await sql(
    'create trigger fail_now before insert on ops.webhook_events execute function public.fail_now()',
  )
  await pay(member)
  const refused = await provider.deliveries()
  await allow()

  await provider.control('POST', 'advance', { ms: 6_000 })
  await settle()

  expect(new Set(refused.map(({ state }) => state))).toEqual(new Set(['waiting']))
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'active' })
})

test('bodies are kept for thirty days, and what was told for a year', async () => {
  const { newMember, buy, sql, settle, provider } = server
  const member = await newMember()
  const { subscriptionId } = await buy(member)
  const [event] = await sql<{ id: string }>(
    'select id from ops.webhook_events where object_id = $1 limit 1',
    [String(subscriptionId)],
  )
  const kept = () =>
    sql('select body <> $2 as body from ops.webhook_events where id = $1', [event?.id, '{}'])

  await provider.advance(29)
  await settle()
  expect(await kept()).toEqual([{ body: true }])
  await provider.advance(2)
  await settle()
  expect(await kept()).toEqual([{ body: false }])
  await provider.advance(366)
  await settle()
  expect(await kept()).toEqual([])
})
