import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

type People = Awaited<ReturnType<typeof testPeople>>

const DAY_MS = 86_400_000
const STATUS = 'select * from public.get_subscription_status($1)'

test('a subscription is read by its owner and by admins, and written by the server alone', async () => {
  const home = await testPeople()
  const { db, visitor, member, other, admin, service } = home
  const { planId } = await subscribe(home, { status: 'active' })
  const values = [member.id]

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      select: { text: 'select * from public.subscriptions where user_id = $1', values },
      insert: {
        text: `insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id)
               values ($1, $2, 'active', 'free-ride')`,
        values: [member.id, planId],
      },
      update: {
        text: `update public.subscriptions set status = 'active' where user_id = $1`,
        values,
      },
      delete: { text: 'delete from public.subscriptions where user_id = $1', values },
    },
  )

  expect(found).toBe(
    table(`
               select   insert   update   delete
      visitor  refused  refused  refused  refused
      member   allowed  refused  refused  refused
      other    nothing  refused  refused  refused
      admin    allowed  refused  refused  refused
      service  allowed  allowed  allowed  allowed
    `),
  )
})

test('a payment is read by who made it and by admins, and written by the server alone', async () => {
  const { db, sql, visitor, member, other, admin, service } = await testPeople()
  await addRow(sql, 'transactions', payment(member.id, '1'))
  const values = [member.id]

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      select: { text: 'select * from public.transactions where user_id = $1', values },
      insert: {
        text: `insert into public.transactions (user_id, provider_invoice_id, amount, currency, status)
               values ($1, '2', -4, 'USD', 'refunded')`,
        values,
      },
      update: { text: 'update public.transactions set amount = 0 where user_id = $1', values },
      delete: { text: 'delete from public.transactions where user_id = $1', values },
    },
  )

  expect(found).toBe(
    table(`
               select   insert   update   delete
      visitor  refused  refused  refused  refused
      member   allowed  refused  refused  refused
      other    nothing  refused  refused  refused
      admin    allowed  refused  refused  refused
      service  allowed  allowed  allowed  allowed
    `),
  )
})

test('plans for sale are public, a retired one is seen by admins and those who still have it', async () => {
  const home = await testPeople()
  const { db, sql, visitor, member, other, admin, service } = home
  const { planId: retired } = await subscribe(home, { status: 'active' })
  await sql('update public.plans set is_active = false where id = $1', [retired])
  const onSale = await addRow(sql, 'plans', { name: 'Pro Annual', price: 40 })
  const see = 'select * from public.plans where id = $1'

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      'on-sale': { text: see, values: [onSale] },
      retired: { text: see, values: [retired] },
      insert: { text: `insert into public.plans (name, price) values ('Mine', 0)` },
      update: { text: 'update public.plans set price = 0 where id = $1', values: [onSale] },
      delete: { text: 'delete from public.plans where id = $1', values: [onSale] },
    },
  )

  expect(found).toBe(
    table(`
               on-sale  retired  insert   update   delete
      visitor  allowed  nothing  refused  refused  refused
      member   allowed  allowed  refused  refused  refused
      other    allowed  nothing  refused  refused  refused
      admin    allowed  allowed  refused  refused  refused
      service  allowed  allowed  allowed  allowed  allowed
    `),
  )
})

test('checkouts, cancellations and the reconciler’s results are the server’s alone', async () => {
  const { db, sql, visitor, member, admin, service } = await testPeople()
  const plan_id = await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 })
  await addRow(sql, 'checkouts', {
    user_id: member.id,
    plan_id,
    variant_id: '1001',
    success_url: '/upgrade',
    cancel_url: '/upgrade',
  })
  await addRow(sql, 'cancellations', { user_id: member.id, reason: 'unused' })
  await addRow(sql, 'forgotten_subscriptions', { lemon_squeezy_subscription_id: '1' })
  await addRow(sql, 'reconciliations', { scope: 'due' })

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      checkouts: { text: 'select * from public.checkouts' },
      cancellations: { text: 'select * from public.cancellations' },
      forgotten: { text: 'select * from public.forgotten_subscriptions' },
      reconciliations: { text: 'select * from public.reconciliations' },
      cancel: {
        text: `insert into public.cancellations (user_id, reason) values ($1, 'other')`,
        values: [member.id],
      },
    },
  )

  expect(found).toBe(
    table(`
               checkouts cancellations forgotten reconciliations cancel
      visitor  refused   refused       refused   refused         refused
      member   refused   refused       refused   refused         refused
      admin    refused   refused       refused   refused         refused
      service  refused   refused       refused   refused         refused
    `),
  )
})

test('the extension hears active whenever the status gives access, else the status itself', async () => {
  const home = await testPeople()
  const { sql, asks, member } = home
  await subscribe(home, { status: 'active' })
  const toldOf = async (
    status: string,
    endsAt: Date | null = null,
    pauseMode: string | null = null,
  ) => {
    await sql('update public.subscriptions set status = $1, ends_at = $2, pause_mode = $3', [
      status,
      endsAt,
      pauseMode,
    ])
    const [answer] = await asks(member, STATUS, [member.id])
    const [row] = await asks(member, 'select subscriptions.has_access from public.subscriptions')
    expect(row?.has_access).toBe(answer?.subscription_status === 'active')
    return answer?.subscription_status
  }

  expect(await toldOf('on_trial')).toBe('active')
  expect(await toldOf('active')).toBe('active')
  expect(await toldOf('past_due')).toBe('active')
  expect(await toldOf('unpaid')).toBe('unpaid')
  expect(await toldOf('expired', inDays(-3))).toBe('expired')
  expect(await toldOf('cancelled', inDays(3))).toBe('active')
  expect(await toldOf('cancelled', inDays(-3))).toBe('cancelled')
  expect(await toldOf('cancelled')).toBe('cancelled')
  expect(await toldOf('paused', null, 'free')).toBe('active')
  expect(await toldOf('paused', null, 'void')).toBe('paused')
})

test('paid time ends when its hour has come', async () => {
  const home = await testPeople()
  const { db, member } = home
  await subscribe(home, { status: 'cancelled', ends_at: inDays(3) })
  const ask = { text: STATUS, values: [member.id] }
  const fourDaysOn = { settings: { 'app.clock_offset_ms': String(4 * DAY_MS) } }

  const now = await db.ask(member, ask)
  const later = await db.ask(member, ask, fourDaysOn)

  expect(now.rows).toMatchObject([{ subscription_status: 'active' }])
  expect(later.rows).toMatchObject([{ subscription_status: 'cancelled' }])
})

test('the date told is the one that counts for the status', async () => {
  const home = await testPeople()
  const { sql, asks, member } = home
  const dates = {
    current_period_end: inDays(1),
    trial_ends_at: inDays(2),
    renews_at: inDays(3),
    ends_at: inDays(4),
  }
  await subscribe(home, { status: 'active', ...dates })
  const toldFor = async (status: string) => {
    await sql('update public.subscriptions set status = $1', [status])
    const [answer] = await asks(member, STATUS, [member.id])
    return answer?.current_period_end
  }

  expect(await toldFor('active')).toEqual(dates.current_period_end)
  expect(await toldFor('on_trial')).toEqual(dates.trial_ends_at)
  expect(await toldFor('past_due')).toEqual(dates.renews_at)
  expect(await toldFor('cancelled')).toEqual(dates.ends_at)
})

test('no date in the past is told while access lasts, since the extension would switch itself off', async () => {
  const home = await testPeople()
  await subscribe(home, { status: 'active', current_period_end: inDays(-1) })

  const answer = await home.asks(home.member, STATUS, [home.member.id])

  expect(answer).toEqual([
    { subscription_status: 'active', plan_name: 'Pro Monthly', current_period_end: null },
  ])
})

test('a subscription that gives access counts before a newer one that does not', async () => {
  const home = await testPeople()
  const { sql, asks, member } = home
  const { planId } = await subscribe(home, { status: 'active', created_at: inDays(-90) })
  await addRow(sql, 'subscriptions', {
    user_id: member.id,
    plan_id: planId,
    status: 'expired',
    lemon_squeezy_subscription_id: 'newer',
  })

  const answer = await asks(member, STATUS, [member.id])

  expect(answer).toMatchObject([{ subscription_status: 'active' }])
})

test('a status is visible to its owner, to admins and to the server only', async () => {
  const home = await testPeople()
  const { db, visitor, member, other, admin, service } = home
  await subscribe(home, { status: 'active' })

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    { 'ask-about-member': { text: STATUS, values: [member.id] } },
  )

  expect(found).toBe(
    table(`
               ask-about-member
      visitor  refused
      member   allowed
      other    nothing
      admin    allowed
      service  allowed
    `),
  )
})

test('when a person goes, the subscription goes too and the payment stays without a name', async () => {
  const home = await testPeople()
  const { sql, member } = home
  const { subscriptionId } = await subscribe(home, { status: 'active' })
  await addRow(sql, 'transactions', {
    ...payment(member.id, '1'),
    subscription_id: subscriptionId,
  })

  await sql('delete from auth.users where id = $1', [member.id])

  expect(await sql('select * from public.subscriptions')).toEqual([])
  expect(
    await sql('select lemon_squeezy_subscription_id from public.forgotten_subscriptions'),
  ).toEqual([{ lemon_squeezy_subscription_id: '1' }])
  expect(await sql('select user_id, subscription_id, amount from public.transactions')).toEqual([
    { user_id: null, subscription_id: null, amount: '4.00' },
  ])
})

async function subscribe({ sql, member }: People, fields: Record<string, unknown>) {
  const planId = await addRow(sql, 'plans', { name: 'Pro Monthly', price: 4 })
  const subscriptionId = await addRow(sql, 'subscriptions', {
    user_id: member.id,
    plan_id: planId,
    lemon_squeezy_subscription_id: '1',
    ...fields,
  })

  return { planId, subscriptionId }
}

function payment(userId: string, invoice: string) {
  return {
    user_id: userId,
    provider_invoice_id: invoice,
    amount: 4,
    currency: 'USD',
    status: 'paid',
  }
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS)
}
