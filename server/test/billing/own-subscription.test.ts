import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type TestMember, useBillingServer } from './billing-server.ts'

const server = useBillingServer()

test('who cancels keeps Pro until the end of what was paid, and can come back', async () => {
  const { buy, call, settle, newMember, statusOf, mailsTo, provider, sql } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  const before = await statusOf(member)

  const cancelled = await call('cancel-subscription', member, {
    ...own(member, id),
    reason: 'too_expensive',
    comment: ' Maybe later. ',
  })
  const during = await statusOf(member)
  const resumed = await call('resume-subscription', member, own(member, id))
  await settle()

  expect(cancelled.body).toMatchObject({
    subscription: {
      id,
      status: 'cancelled',
      ends_at: expect.any(String),
      plan: { name: 'Pro Monthly', price: 4, interval: 'month' },
    },
  })
  expect(during).toEqual(before)
  expect(resumed.body).toMatchObject({ subscription: { id, status: 'active', ends_at: null } })
  expect(await provider.read(subscriptionId)).toMatchObject({ status: 'active', cancelled: false })
  expect(await mailsTo(member)).toEqual([
    'subscription_started',
    'subscription_cancelled',
    'subscription_resumed',
  ])
  expect(
    await sql('select reason, comment from public.cancellations where user_id = $1', [member.id]),
  ).toEqual([{ reason: 'too_expensive', comment: 'Maybe later.' }])
  expect(
    await sql('select name from public.analytics where user_id = $1 order by created_at', [
      member.id,
    ]),
  ).toEqual(
    ['signed_up', 'checkout_started', 'upgraded', 'cancelled', 'resumed'].map((name) => ({ name })),
  )
})

test('the answer has the columns that the data API embeds', async () => {
  const { buy, call, newMember, siteUrl } = server()
  const member = await newMember()
  const { id } = await buy(member)

  const { body } = await call('cancel-subscription', member, own(member, id))
  const embedded = await fetch(`${siteUrl}/rest/v1/subscriptions?select=*,plan:plans(*)`, {
    headers: {
      authorization: `Bearer ${member.token}`,
      apikey: 'sb_publishable_0123456789abcdefghij',
    },
  })

  const [row] = (await embedded.json()) as Record<string, unknown>[]
  // The webhook may have come in between.
  const later = { checked_at: expect.any(String), updated_at: expect.any(String) }
  expect(body.subscription).toEqual({ ...row, ...later })
})

test('without Pro a Pro feature is refused at use and can still be switched off', async () => {
  const { buy, newMember, siteUrl, sql } = server()
  const [member, other] = [await newMember(), await newMember()]
  await buy(member)
  const switchTo = async ({ id, token }: TestMember, early_access: boolean) => {
    const answer = await fetch(`${siteUrl}/rest/v1/users?id=eq.${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        apikey: 'sb_publishable_0123456789abcdefghij',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ early_access }),
    })
    return { status: answer.status, body: await answer.text() }
  }

  const refused = await switchTo(other, true)

  expect(refused.status).toBe(403)
  expect(JSON.parse(refused.body)).toMatchObject({
    code: 'pro_required',
    message: 'This is a Pro feature',
  })
  expect(await switchTo(member, true)).toMatchObject({ status: 204 })
  await sql(`update public.subscriptions set status = 'unpaid' where user_id = $1`, [member.id])
  expect(await switchTo(member, false)).toMatchObject({ status: 204 })
  expect(await switchTo(member, true)).toMatchObject({ status: 403 })
})

test('a double click cancels once, tells once, and asks the provider once', async () => {
  const { buy, call, settle, newMember, mailsTo, provider, sql } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)

  const answers = await Promise.all(
    [1, 2, 3].map(() => call('cancel-subscription', member, own(member, id))),
  )
  await settle()

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(
    (await provider.asked()).filter(
      (line) => line === `DELETE /v1/subscriptions/${subscriptionId}`,
    ),
  ).toHaveLength(1)
  expect((await mailsTo(member)).filter((one) => one === 'subscription_cancelled')).toHaveLength(1)
  expect(
    await sql('select from public.cancellations where user_id = $1', [member.id]),
  ).toHaveLength(1)
})

test('to resume what runs changes nothing', async () => {
  const { buy, call, newMember, provider } = server()
  const member = await newMember()
  const { id } = await buy(member)
  const before = (await provider.asked()).length

  const answer = await call('resume-subscription', member, own(member, id))

  expect([answer.status, (await provider.asked()).length]).toEqual([200, before])
})

test('cancel and resume at once end in a state that provider and product share', async () => {
  const { buy, call, settle, newMember, provider, subscriptionOf } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)

  const answers = await Promise.all([
    call('cancel-subscription', member, own(member, id)),
    call('resume-subscription', member, own(member, id)),
    call('cancel-subscription', member, own(member, id)),
  ])
  await settle()

  const { status } = await provider.read(subscriptionId)
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(await subscriptionOf(member)).toMatchObject({ status })
})

test('unknown ids, ids of others and a wrong userId answer alike, and the provider is not asked', async () => {
  const { buy, call, newMember, provider, plans } = server()
  const [member, other] = [await newMember(), await newMember()]
  const { id } = await buy(member)
  const before = (await provider.asked()).length
  const rest = { planId: plans.annual, place: 'portal' }
  const answers = []

  for (const name of [
    'cancel-subscription',
    'resume-subscription',
    'change-plan',
    'billing-portal',
  ]) {
    answers.push(
      await call(name, other, { subscriptionId: id, userId: other.id, ...rest }),
      await call(name, other, { subscriptionId: id, userId: member.id, ...rest }),
      await call(name, member, { subscriptionId: id, userId: other.id, ...rest }),
      await call(name, member, { subscriptionId: randomUUID(), userId: member.id, ...rest }),
    )
  }

  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([
      JSON.stringify([404, { error: 'Subscription not found', code: 'subscription_not_found' }]),
    ]),
  )
  expect((await provider.asked()).length).toBe(before)
})

test.each([
  ['cancel-subscription', { subscriptionId: 'x' }, 'subscriptionId'],
  ['cancel-subscription', { reason: 'boredom' }, 'reason'],
  ['cancel-subscription', { comment: 'x'.repeat(1001) }, 'comment'],
  ['billing-portal', { place: 'elsewhere' }, 'place'],
  ['change-plan', { planId: 7 }, 'planId'],
])('%s refuses %j', async (name, wrong, field) => {
  const { call, newMember, plans } = server()
  const member = await newMember()

  const { status, body } = await call(name, member, {
    ...own(member, randomUUID()),
    planId: plans.annual,
    place: 'portal',
    ...wrong,
  })

  expect(status).toBe(400)
  expect(body).toEqual({
    error: expect.stringMatching(`^${field}: `),
    code: 'validation_failed',
  })
})

test('what has ended can be neither cancelled nor resumed nor changed, and can be bought again', async () => {
  const { buy, call, settle, newMember, provider, plans, statusOf, mailsTo } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  await provider.act(subscriptionId, 'expire')
  await settle()
  const ask = async (name: string) => {
    const { status, body } = await call(name, member, {
      ...own(member, id),
      planId: plans.annual,
    })
    return [status, body]
  }

  expect(await ask('cancel-subscription')).toEqual([
    409,
    { error: 'No active subscription to cancel', code: 'nothing_to_cancel' },
  ])
  expect(await ask('resume-subscription')).toEqual([
    409,
    { error: 'No subscription to resume', code: 'nothing_to_resume' },
  ])
  expect(await ask('change-plan')).toEqual([
    409,
    { error: 'No active subscription to change', code: 'nothing_to_change' },
  ])
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'expired' })

  await buy(member, 'annual')
  expect(await statusOf(member)).toMatchObject({
    subscription_status: 'active',
    plan_name: 'Pro Annual',
  })
  expect(await mailsTo(member)).toEqual([
    'subscription_started',
    'subscription_ended',
    'subscription_started',
  ])
})

test('cancelled in the portal under an open dialog: to cancel again is fine', async () => {
  const { buy, call, newMember, provider, settle, mailsTo } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  await provider.webhooks({ held: true })
  await provider.act(subscriptionId, 'cancel')

  const answer = await call('cancel-subscription', member, own(member, id))
  await provider.webhooks({ held: false })
  await settle()

  expect(answer.body).toMatchObject({ subscription: { status: 'cancelled' } })
  expect((await mailsTo(member)).filter((one) => one === 'subscription_cancelled')).toHaveLength(1)
})

test('expired at the provider without our knowledge: the refusal teaches us', async () => {
  const { buy, call, newMember, provider, subscriptionOf } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  await provider.webhooks({ lose: true })
  await provider.act(subscriptionId, 'cancel')
  await provider.webhooks({})
  await call('refresh-subscription', member, {})
  await provider.webhooks({ lose: true })
  await provider.act(subscriptionId, 'expire')
  await provider.webhooks({})

  const answer = await call('resume-subscription', member, own(member, id))

  expect([answer.status, answer.body.code]).toEqual([409, 'nothing_to_resume'])
  expect(await subscriptionOf(member)).toMatchObject({ status: 'expired' })
})

test('a paused subscription is resumed, free or void', async () => {
  const { buy, call, settle, newMember, provider, statusOf, subscriptionOf } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  const told: unknown[] = []
  for (const mode of ['void', 'free']) {
    await provider.act(subscriptionId, 'pause', { mode })
    await settle()
    told.push((await statusOf(member))?.subscription_status)
    expect(await subscriptionOf(member)).toMatchObject({ status: 'paused', pause_mode: mode })
    const { body } = await call('resume-subscription', member, own(member, id))
    expect(body).toMatchObject({ subscription: { status: 'active', pause_mode: null } })
  }

  expect(told).toEqual(['paused', 'active'])
})

test('an unpaid subscription can be cancelled', async () => {
  const { buy, call, settle, newMember, provider, statusOf } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  await provider.control('PUT', `subscriptions/${subscriptionId}`, { status: 'unpaid' })
  await settle()
  expect(await statusOf(member)).toMatchObject({ subscription_status: 'unpaid' })

  const answer = await call('cancel-subscription', member, own(member, id))

  // An unpaid period ends at once.
  const status = expect.stringMatching(/^(cancelled|expired)$/)
  expect(answer.body).toMatchObject({ subscription: { status } })
})

test('a plan is changed after an estimate, and charged at once', async () => {
  const { buy, call, settle, newMember, plans, statusOf, paymentsOf, mailsTo, provider } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  const wish = { ...own(member, id), planId: plans.annual }

  const preview = await call('change-plan', member, { ...wish, preview: true })
  const unchanged = await provider.read(subscriptionId)
  const changed = await call('change-plan', member, wish)
  await settle()

  expect(preview.body).toEqual({
    dueNow: 36,
    credit: 4,
    currency: 'USD',
    renewsAt: expect.any(String),
    isEstimate: true,
  })
  expect(unchanged).toMatchObject({ variant_id: 1001 })
  expect(changed.body).toMatchObject({
    subscription: { id, plan_id: plans.annual, plan: { name: 'Pro Annual' } },
  })
  expect(await statusOf(member)).toMatchObject({
    subscription_status: 'active',
    plan_name: 'Pro Annual',
  })
  expect(await paymentsOf(member)).toMatchObject([{ amount: 4 }, { amount: 36 }])
  expect(await mailsTo(member)).toEqual(['subscription_started', 'payment_receipt'])
})

test('with PayPal the provider changes nothing, and its own page is named', async () => {
  const { buy, call, newMember, plans, subscriptionOf } = server()
  const member = await newMember()
  const { id } = await buy(member, 'monthly', { paypal: true })

  const { status, body } = await call('change-plan', member, {
    ...own(member, id),
    planId: plans.annual,
  })

  expect([status, body]).toEqual([
    409,
    {
      error: 'Change this plan with the payment provider',
      code: 'change_in_portal',
      url: expect.stringContaining('/update'),
    },
  ])
  expect(await subscriptionOf(member)).toMatchObject({
    plan_id: plans.monthly,
    payment_processor: 'paypal',
    card_brand: null,
  })
})

test.each([
  ['past_due', 'payment_first', 'Update your payment method first'],
  ['unpaid', 'payment_first', 'Update your payment method first'],
  ['cancelled', 'resume_first', 'Resume your subscription first'],
  ['paused', 'resume_first', 'Resume your subscription first'],
])('a subscription that is %s is not changed', async (status, code, error) => {
  const { buy, call, settle, newMember, plans, provider } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  await provider.control('PUT', `subscriptions/${subscriptionId}`, { status })
  await settle()

  const answer = await call('change-plan', member, { ...own(member, id), planId: plans.annual })

  expect([answer.status, answer.body]).toEqual([409, { error, code }])
})

test('a plan is not changed to one that is not on sale, or costs something else there', async () => {
  const { buy, call, newMember, plans, provider, sql } = server()
  const member = await newMember()
  const { id, subscriptionId } = await buy(member)
  const change = async (planId: string) => {
    const { status, body } = await call('change-plan', member, { ...own(member, id), planId })
    return [status, body.code]
  }

  expect(await change(randomUUID())).toEqual([404, 'plan_not_found'])
  expect(await change(plans.free)).toEqual([422, 'plan_not_for_sale'])
  await sql('update public.plans set price = 39 where id = $1', [plans.annual])
  expect(await change(plans.annual)).toEqual([422, 'plan_not_for_sale'])
  await sql('update public.plans set price = 40 where id = $1', [plans.annual])
  expect(await provider.read(subscriptionId)).toMatchObject({ variant_id: 1001 })
})

test.each([
  ['portal', '/billing'],
  ['payment_method', '/payment-details'],
  ['plan', '/update'],
])('the way to %s is asked for on each click and kept nowhere', async (place, path) => {
  const { buy, call, newMember, sql, logged } = server()
  const member = await newMember()
  const { id } = await buy(member)

  const { status, body, headers } = await call('billing-portal', member, {
    ...own(member, id),
    place,
  })

  const url = String(body.url)
  const signature = new URL(url).searchParams.get('signature') ?? ''
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(new URL(url).pathname).toContain(path)
  expect(signature).not.toBe('')
  expect(logged()).not.toContain(signature)
  expect(
    await sql('select from public.subscriptions where strpos(subscriptions::text, $1) > 0', [
      signature,
    ]),
  ).toEqual([])
})

const own = ({ id: userId }: TestMember, subscriptionId: string) => ({ subscriptionId, userId })
