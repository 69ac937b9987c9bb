import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer, TestMember } from '#test/billing/billing-server.ts'
import { useSubscribersServer } from './subscribers-server.ts'

const server = useSubscribersServer()

type Plan = Record<string, unknown> & { id: string; updatedAt: string }

test('a price is taken over as the admin saw it, and the public page follows', async () => {
  const { newAdmin, billing, plans, provider, siteUrl, linesAbout } = server()
  const admin = await newAdmin()
  await provider.control('PUT', 'variants/1001', { price: 525 })
  const theirs = { cents: 525, currency: 'USD', interval: 'month' }

  const checked = await billing(admin, { action: 'check_plans' })
  const outdated = await save(admin, plans.monthly, { takesOver: { ...theirs, cents: 500 } })
  const saved = await save(admin, plans.monthly, { takesOver: theirs })

  expect(checked.body.prices).toEqual(
    expect.arrayContaining([{ planId: plans.monthly, theirs, isSame: false }]),
  )
  expect(said(outdated)).toBe('409 changed_meanwhile')
  expect(saved.body.plans).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: plans.monthly, priceCents: 525 })]),
  )
  await vi.waitFor(
    async () => expect(await (await fetch(`${siteUrl}/pricing`)).text()).toContain('$5.25'),
    { timeout: 20_000 },
  )
  expect((await linesAbout(plans.monthly)).map(({ details }) => details)).toEqual([
    { refused: 'changed_meanwhile' },
    { priceCents: 525 },
  ])
})

test('a price cannot be typed', async () => {
  const { newAdmin, plans } = server()
  const admin = await newAdmin()
  const { priceCents } = await planOf(admin, plans.annual)

  const saved = await save(admin, plans.annual, { priceCents: 1, price: 1, currency: 'EUR' })

  expect(said(saved)).toBe('200')
  expect(await planOf(admin, plans.annual)).toMatchObject({ priceCents, currency: 'USD' })
})

test('a new plan gets its price from its variant, and a name that the extension can read', async () => {
  const { newAdmin, provider } = server()
  const admin = await newAdmin()
  await provider.control('PUT', 'variants/1010', { price: 7000, name: 'Team', interval: 'year' })
  const team = { name: 'Team Annual', variantId: '1010', sortOrder: 9, features: ['push'] }

  const answers = {
    'without a variant': await add(admin, { ...team, variantId: null }),
    'of an unknown variant': await add(admin, { ...team, variantId: '99999' }),
    'of a variant in use': await add(admin, { ...team, variantId: '1002' }),
    'called monthly': await add(admin, { ...team, name: 'Team Monthly' }),
    'as it should be': await add(admin, team),
  }

  expect(Object.fromEntries(Object.entries(answers).map(([name, a]) => [name, said(a)]))).toEqual({
    'without a variant': '409 variant_unknown',
    'of an unknown variant': '409 variant_unknown',
    'of a variant in use': '409 variant_in_use',
    'called monthly': '400 plan_name_wrong',
    'as it should be': '200',
  })
  expect(answers['as it should be'].body.plans).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'Team Annual',
        priceCents: 7000,
        currency: 'USD',
        interval: 'year',
        subscriberCount: 0,
      }),
    ]),
  )
})

test('a plan with subscribers is retired and keeps its variant; they keep the plan', async () => {
  const { newAdmin, newMember, buy, plans, statusOf, call } = server()
  const admin = await newAdmin()
  const member = await newMember()
  await buy(member, 'annual')

  const moved = await save(admin, plans.annual, { variantId: '1009' })
  const retired = await save(admin, plans.annual, { isOnSale: false })
  const buying = await call('create-checkout', await newMember(), { planId: plans.annual })
  const status = await statusOf(member)
  await save(admin, plans.annual, { isOnSale: true })

  expect([moved, retired].map(said)).toEqual(['409 plan_has_subscribers', '200'])
  expect(said(buying)).toBe('404 plan_not_found')
  expect(status).toMatchObject({ subscription_status: 'active', plan_name: 'Pro Annual' })
})

test('the free plan stays on sale, and its words can be changed', async () => {
  const { newAdmin, plans } = server()
  const admin = await newAdmin()

  const retired = await save(admin, plans.free, { isOnSale: false })
  const sold = await save(admin, plans.free, { variantId: '1009' })
  const described = await save(admin, plans.free, { description: 'For everybody.' })

  expect([retired, sold, described].map(said)).toEqual([
    '409 free_plan_stays',
    '409 free_plan_stays',
    '200',
  ])
  expect(await planOf(admin, plans.free)).toMatchObject({
    isFree: true,
    description: 'For everybody.',
  })
})

test('of two admins who change a plan at once, the second sees what the first did', async () => {
  const { newAdmin, plans } = server()
  const admin = await newAdmin()
  const seen = await planOf(admin, plans.free)

  const first = await saveSeen(admin, seen, { description: 'One' })
  const second = await saveSeen(admin, seen, { description: 'Two' })

  expect([first, second].map(said)).toEqual(['200', '409 changed_meanwhile'])
  expect(await planOf(admin, plans.free)).toMatchObject({ description: 'One' })
})

test('a payment of nobody is suggested to its buyer, assigned once, and booked', async () => {
  const { newAdmin, newMember, billing, provider, settle, sql, statusOf, paymentsOf, linesAbout } =
    server()
  const admin = await newAdmin()
  const [member, other] = [await newMember(), await newMember()]
  const bought = await provider.subscribe({ email: member.email, variantId: 1002 })
  const providerId = String(bought.subscriptionId)
  await unclaim()

  const listed = await billing(admin, { action: 'unclaimed' })
  const assign = (userId: string) => billing(admin, { action: 'assign', providerId, userId })
  const answers = await Promise.all([assign(member.id), assign(other.id)])
  await settle()
  const [stored] = await sql<{ user_id: string }>(
    'select user_id from public.subscriptions where lemon_squeezy_subscription_id = $1',
    [providerId],
  )
  const owner = stored?.user_id === member.id ? member : other

  expect(listed.body.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        providerId,
        buyerEmail: member.email,
        plan: 'Pro Annual',
        suggestions: [expect.objectContaining({ id: member.id, why: 'address' })],
      }),
    ]),
  )
  expect(answers.map(said).toSorted()).toEqual(['200', '409 already_assigned'])
  expect(await statusOf(owner)).toMatchObject({ subscription_status: 'active' })
  expect(await paymentsOf(owner)).toMatchObject([{ amount: 40, status: 'paid' }])
  const after = await billing(admin, { action: 'unclaimed' })
  expect(JSON.stringify(after.body)).not.toContain(member.email)
  expect((await linesAbout(owner.id)).map(({ action, details }) => [action, details])).toEqual([
    ['payment_assigned', { providerId }],
  ])
})

test('the account of the buyer’s address is suggested first, however many others began to buy the plan', async () => {
  const { newAdmin, newMember, billing, provider, sql, plans } = server()
  const admin = await newAdmin()
  const member = await newMember()
  const bought = await provider.subscribe({ email: member.email, variantId: 1002 })
  await unclaim()
  onTestFinished(async () => {
    await sql(`delete from auth.users where email like 'other-%@example.test'`)
  })
  await sql(
    `with others as (
       insert into auth.users (id, email)
       select format('00000000-0000-4000-8000-%s', lpad(n::text, 12, '0'))::uuid, format('other-%s@example.test', n)
         from generate_series(1, 6) as n
       returning id)
     insert into public.checkouts (user_id, plan_id, variant_id, success_url, cancel_url, created_at)
     select id, $1, '1002', 'https://app.example.test/yes', 'https://app.example.test/no', app.now() - interval '1 hour'
       from others`,
    [plans.annual],
  )

  const { body } = await billing(admin, { action: 'unclaimed' })

  const items = body.items as { providerId: string; suggestions: { id: string }[] }[]
  const payment = items.find(({ providerId }) => providerId === String(bought.subscriptionId))
  expect(payment?.suggestions).toHaveLength(5)
  expect(payment?.suggestions[0]).toMatchObject({ id: member.id, why: 'address' })
})

test('events that PostgreSQL cannot read stand in the list without their content, and break nothing', async () => {
  const { newAdmin, billing, sql, provider } = server()
  const admin = await newAdmin()
  const good = await provider.subscribe({ email: 'reader@example.test', name: 'A\0B \ud83d' })
  await unclaim()
  const told = (attributes: object) =>
    JSON.stringify({ data: { type: 'subscriptions', attributes } })
  const bodies = {
    'bad-nul': told({ user_name: 'a\0b', user_email: 'nul@example.test' }),
    'bad-half': told({ user_name: '\ud800', user_email: 'half@example.test' }),
    'bad-time': told({ user_email: 'time@example.test', created_at: '0000-13-99' }),
    'bad-json': '{"data":',
  }
  for (const [id, body] of Object.entries(bodies)) {
    await sql(
      `insert into ops.webhook_events (provider, digest, event_name, object_type, object_id, body, outcome, processed_at)
       values ('lemon-squeezy', $1, 'subscription_created', 'subscription', $1, $2, 'unclaimed', now())`,
      [id, body],
    )
  }
  onTestFinished(async () => {
    await sql(`delete from ops.webhook_events where object_id like 'bad-%'`)
  })

  const { status, body } = await billing(admin, { action: 'unclaimed' })

  expect(status).toBe(200)
  const items = new Map(
    (body.items as { providerId: string }[]).map((item) => [item.providerId, item]),
  )
  expect(items.get(String(good.subscriptionId))).toMatchObject({
    buyerEmail: 'reader@example.test',
  })
  expect(items.get('bad-nul')).toMatchObject({ buyerEmail: null, boughtAt: null })
  expect(items.get('bad-half')).toMatchObject({ buyerEmail: null })
  expect(items.get('bad-time')).toMatchObject({ buyerEmail: 'time@example.test', boughtAt: null })
  expect(items.get('bad-json')).toMatchObject({ buyerEmail: null })
})

test('payments in currencies of large numbers are listed like others', async () => {
  const { newAdmin, newMember, buy, billing, sql, paymentOf } = server()
  const admin = await newAdmin()
  const member = await newMember()
  const { id } = await buy(member)
  const payment = await paymentOf(id)
  await sql(`update public.transactions set amount = 99999999.99, currency = 'IDR' where id = $1`, [
    payment.id,
  ])

  const listed = await billing(admin, { action: 'list', q: member.email })
  const picture = await billing(admin, { action: 'get', subscriptionId: id })

  expect(listed.body).toMatchObject({ items: [{ lastPayment: { cents: 9_999_999_999 } }] })
  expect(picture.body).toMatchObject({ payments: [{ cents: 9_999_999_999 }] })
})

test('payments of nobody are read page by page, each once', async () => {
  const { newAdmin, billing, sql } = server()
  const admin = await newAdmin()
  const ids = Array.from({ length: 120 }, (_, i) => `page-${i}`)
  await sql(
    `insert into ops.webhook_events
       (provider, digest, event_name, object_type, object_id, body, outcome, received_at, processed_at)
     select 'lemon-squeezy', id, 'subscription_created', 'subscription', id,
            '{"data": {"type": "subscriptions", "attributes": {"user_email": "nobody@example.test"}}}', 'unclaimed',
            -- Some arrive at the same moment.
            now() - (length(id) || ' minutes')::interval, now()
       from unnest($1::text[]) as id`,
    [ids],
  )

  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await billing(admin, { action: 'unclaimed', ...(after && { after }) })
    const page = body as { items: { providerId: string }[]; next: string | null; count: number }
    expect(page.items.length).toBeLessThanOrEqual(50)
    expect(page.count).toBeGreaterThanOrEqual(120)
    seen.push(...page.items.map(({ providerId }) => providerId))
    after = page.next ?? undefined
  } while (after)
  const broken = await billing(admin, { action: 'unclaimed', after: 'nowhere' })

  expect(seen.filter((id) => id.startsWith('page-')).toSorted()).toEqual(ids.toSorted())
  expect(new Set(seen).size).toBe(seen.length)
  expect(said(broken)).toBe('400 validation_failed')
})

test('a payment is not assigned to nobody, of an unknown variant, or while the provider is away', async () => {
  const { newAdmin, newMember, billing, provider } = server()
  const admin = await newAdmin()
  const member = await newMember()
  await provider.control('PUT', 'variants/1020', { price: 100, name: 'Odd', interval: 'month' })
  const known = await provider.subscribe({ email: 'nobody@example.test' })
  const odd = await provider.subscribe({ email: 'nobody@example.test', variantId: 1020 })
  const assign = async (providerId: unknown, userId = member.id) =>
    said(await billing(admin, { action: 'assign', providerId: String(providerId), userId }))

  expect(await assign(known.subscriptionId, randomUUID())).toBe('404 user_not_found')
  expect(await assign('123456789')).toBe('404 subscription_not_found')
  expect(await assign(odd.subscriptionId)).toBe('409 variant_unknown')
  await provider.fault({ path: '/v1/*', times: null, status: 503 })
  expect(await assign(known.subscriptionId)).toBe('503 billing_unavailable')
  await provider.noFaults()
})

const said = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)

async function planOf(admin: TestMember, id: string): Promise<Plan> {
  const { body } = await server().billing(admin, { action: 'plans' })
  const found = (body.plans as Plan[]).find((plan) => plan.id === id)
  if (!found) throw new Error('No such plan')

  return found
}

const save = async (admin: TestMember, id: string, change: object) =>
  saveSeen(admin, await planOf(admin, id), change)

function saveSeen(admin: TestMember, { id, updatedAt, ...plan }: Plan, change: object) {
  const { name, description, features, sortOrder, isOnSale, variantId } = plan
  const fields = { name, description, features, sortOrder, isOnSale, variantId }

  return server().billing(admin, {
    action: 'save_plan',
    plan: { id, updatedAt },
    ...fields,
    ...change,
  })
}

const add = (admin: TestMember, plan: object) =>
  server().billing(admin, {
    action: 'save_plan',
    description: null,
    isOnSale: true,
    ...plan,
  })

/** What nobody claims in 15 minutes is shown to admins. */
async function unclaim() {
  const { settle, provider } = server()
  await settle()
  await provider.control('POST', 'advance', { ms: 16 * 60_000 })
  await settle()
}
