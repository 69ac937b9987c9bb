import { expect, test } from 'vitest'
import { useBillingMode } from '#billing/billing-mode-table.ts'
import { addRow } from '#test/add-row.ts'
import { amount, DAY, figure, figuresPeople, HOUR, pointsOf } from './figures-people.ts'

test('users are accounts that are neither deleted nor anonymous, new ones are those of the period', async () => {
  const { sql, write, ask, newUser, history } = await figuresPeople()
  await newUser(3)
  await newUser(29)
  await newUser(31)
  const deleted = await newUser(2)
  await sql('update auth.users set deleted_at = app.now() where id = $1', [deleted])
  const anonymous = await newUser(2)
  await sql('update auth.users set is_anonymous = true where id = $1', [anonymous])
  await history(30)

  await write()

  const reply = await ask(30)
  expect(amount(reply, 'users')).toBe(6)
  expect(amount(reply, 'new_users')).toBe(2)
})

test('an account that leaves later is taken out of its day', async () => {
  const { sql, write, ask, newUser, moveBy } = await figuresPeople()
  const id = await newUser(0)
  await write()
  const before = amount(await ask(7), 'new_users')

  moveBy(4 * DAY)
  await sql('update auth.users set deleted_at = app.now() where id = $1', [id])
  await write()

  expect([before, amount(await ask(7), 'new_users')]).toEqual([1, 0])
})

test('weekly active are accounts with a session opened or refreshed in the last 7 × 24 hours, also after signing out', async () => {
  const { sql, write, ask, ago, member, other, newUser } = await figuresPeople()
  const anonymous = await newUser(1)
  await sql('update auth.users set is_anonymous = true where id = $1', [anonymous])
  const open = (user_id: string, at: Date) =>
    sql(
      `insert into auth.sessions (user_id, refresh_key_sealed, created_at) values ($1, 'enc1.x', $2)`,
      [user_id, at],
    )
  await open(member.id, ago(6.99))
  await open(member.id, ago(2))
  await open(other.id, ago(7.01))
  await open(anonymous, ago(1))
  await sql('delete from auth.sessions')

  await write()
  const opened = amount(await ask(7), 'weekly_active')
  await open(other.id, ago(7.01))
  await sql('update auth.sessions set refreshed_at = $1', [ago(0)])
  await write()

  expect([opened, amount(await ask(7), 'weekly_active')]).toEqual([1, 2])
})

test('a user is recorded once a day, with the last time to ten minutes, for 90 days', async () => {
  const { sql, write, ago, member } = await figuresPeople()
  const days = () => sql('select last_at from public.active_days where user_id = $1', [member.id])
  await sql(
    `insert into auth.sessions (user_id, refresh_key_sealed, created_at) values ($1, 'enc1.x', $2)`,
    [member.id, ago(91)],
  )
  const refresh = (at: Date) => sql('update auth.sessions set refreshed_at = $1', [at])
  const first = ago(1 / 24)
  const later = new Date(first.getTime() + 20 * 60_000)

  await refresh(first)
  await refresh(new Date(first.getTime() + 5 * 60_000))
  const soon = await days()
  await refresh(later)
  await write()

  expect(soon).toContainEqual({ last_at: first })
  expect(await days()).toEqual([{ last_at: later }])
})

test('Pro members are accounts with access, each once; trials are counted apart, test cards not at all', async () => {
  const { write, ask, newUser, buy } = await figuresPeople()
  const twice = await newUser(50)
  await buy(twice)
  await buy(twice, { status: 'past_due' })
  await buy(await newUser(50), { status: 'cancelled', endsIn: 5 })
  await buy(await newUser(50), { status: 'paused', pause: 'free' })
  await buy(await newUser(50), { status: 'paused', pause: 'void' })
  await buy(await newUser(50), { status: 'cancelled', endsIn: -1 })
  await buy(await newUser(50), { status: 'unpaid' })
  await buy(await newUser(50), { status: 'expired', endsIn: -3 })
  await buy(await newUser(50), { status: 'on_trial', trialEndsIn: 5, daysAgo: 2 })
  await buy(await newUser(50), { status: 'cancelled', trialEndsIn: 5, endsIn: 5, daysAgo: 2 })
  await buy(await newUser(50), { isTest: true })

  await write()

  const reply = await ask()
  expect(amount(reply, 'pro_members')).toBe(3)
  expect(amount(reply, 'trial_members')).toBe(2)
})

test('access by the recorded end is what decides about access everywhere else', async () => {
  const { sql, newUser, buy } = await figuresPeople()
  const user = await newUser(50)
  for (const status of ['on_trial', 'active', 'past_due', 'unpaid', 'expired', 'paused']) {
    for (const pause of ['free', 'void']) await buy(user, { status, pause })
  }
  for (const endsIn of [-1, 1]) await buy(user, { status: 'cancelled', endsIn })
  await buy(user, { status: 'cancelled' })

  expect(
    await sql(`
      select status, ends_at from public.subscriptions
       where app.gives_access(status, ends_at, pause_mode) is distinct from coalesce(access_ends_at > app.now(), true)`),
  ).toEqual([])
})

test('MRR is the price of active and past due subscriptions, a year by its twelfth, per currency', async () => {
  const { sql, write, ask, newUser, buy } = await figuresPeople()
  await addRow(sql, 'plans', { name: 'Euro', price: 9, currency: 'EUR', interval: 'month' })
  await buy(await newUser(50))
  await buy(await newUser(50), { status: 'past_due' })
  await buy(await newUser(50), { plan: 'Pro Annual' })
  await buy(await newUser(50), { plan: 'Euro' })
  for (const status of ['on_trial', 'paused', 'unpaid', 'expired']) {
    await buy(await newUser(50), { status, pause: 'free' })
  }
  await buy(await newUser(50), { isTest: true })
  const leaver = await newUser(50)
  await buy(leaver)
  await sql('update auth.users set deleted_at = app.now() where id = $1', [leaver])

  await write()

  const reply = await ask()
  expect(amount(reply, 'mrr', 'USD')).toBe(11.33)
  expect(amount(reply, 'mrr', 'EUR')).toBe(9)
})

test('in test mode test purchases count, and the reply says so; live mode leaves them out, of earlier days too', async () => {
  const { db, sql, write, ask, history, newUser, buy } = await figuresPeople()
  await buy(await newUser(50))
  const tester = await newUser(1)
  const subscription = await buy(tester, { isTest: true, daysAgo: 1 })
  await addRow(sql, 'transactions', {
    user_id: tester,
    subscription_id: subscription,
    provider_invoice_id: 'test-1',
    amount: 4,
    currency: 'USD',
    status: 'paid',
  })
  await addRow(sql, 'cancellations', {
    user_id: tester,
    subscription_id: subscription,
    reason: 'unused',
  })
  const money = async (isTest: boolean) => {
    await useBillingMode(db, isTest)
    const reply = await ask(7)
    return {
      isTest: reply.is_test_mode,
      mrr: [amount(reply, 'mrr', 'USD'), pointsOf(reply, 'mrr', 'USD').at(-2)],
      pro: amount(reply, 'pro_members'),
      won: amount(reply, 'won'),
      conversion: amount(reply, 'conversion'),
      cancelled: amount(reply, 'cancellations', 'unused'),
    }
  }

  await history(7)
  await write()

  const live = {
    isTest: false,
    mrr: [4, 4],
    pro: 1,
    won: 0,
    conversion: 0,
    cancelled: null,
  }
  expect(await money(false)).toEqual(live)
  expect(await money(true)).toEqual({
    isTest: true,
    mrr: [8, 8],
    pro: 2,
    won: 1,
    conversion: 1,
    cancelled: 1,
  })
  expect(await money(false)).toEqual(live)
})

test('what is cancelled and still runs stands beside MRR, with the last day', async () => {
  const { write, ask, newUser, buy, ago } = await figuresPeople()
  await buy(await newUser(50), { status: 'cancelled', endsIn: 5 })
  await buy(await newUser(50), { status: 'cancelled', endsIn: 9, plan: 'Pro Annual' })
  await buy(await newUser(50), { status: 'cancelled', endsIn: -2 })

  await write()

  const reply = await ask()
  expect(amount(reply, 'mrr', 'USD')).toBe(null)
  expect(amount(reply, 'mrr_ending', 'USD')).toBe(7.33)
  const endsBy = (amount(reply, 'mrr_ends_by', 'USD') ?? 0) * 1000
  expect(Math.abs(endsBy - ago(-9).getTime())).toBeLessThan(HOUR)
})

test('churn is what lost access in the period, of what had paid access at its start', async () => {
  const { write, ask, newUser, buy, history } = await figuresPeople()
  await buy(await newUser(50))
  await buy(await newUser(50), { status: 'expired', endsIn: -2 })
  await buy(await newUser(50), { status: 'cancelled', endsIn: -3 })
  await buy(await newUser(50), { status: 'expired', endsIn: -10, daysAgo: 20 })
  await buy(await newUser(50), { status: 'cancelled', endsIn: 3 })
  const trial = { trialEndsIn: -2, endsIn: -2, daysAgo: 9 }
  await buy(await newUser(50), { status: 'expired', ...trial })
  await buy(await newUser(50), { status: 'expired', endsIn: -2, isTest: true })
  const changer = await newUser(50)
  await buy(changer, { status: 'expired', endsIn: -4 })
  await buy(changer, { plan: 'Pro Annual', daysAgo: 5 })
  await history(10)

  await write()

  const reply = await ask(7)
  expect(figure(reply, 'churn')).toMatchObject({ value: 2, base: 5 })
  expect(amount(reply, 'won')).toBe(0)
})

test('another plan on the same subscription is neither won nor lost', async () => {
  const { sql, write, ask, newUser, buy, history } = await figuresPeople()
  const id = await buy(await newUser(50))
  await history(10)
  await sql(
    `update public.subscriptions set plan_id = (select id from public.plans where name = 'Pro Annual') where id = $1`,
    [id],
  )

  await write()

  const reply = await ask(7)
  expect([amount(reply, 'won'), amount(reply, 'lost')]).toEqual([0, 0])
})

test('a subscription that is no longer paid is lost when we learn of it, and stays lost when it expires', async () => {
  const { sql, write, ask, newUser, buy, moveBy } = await figuresPeople()
  const id = await buy(await newUser(50))
  const become = (status: string) =>
    sql('update public.subscriptions set status = $2 where id = $1', [id, status])

  await become('unpaid')
  await write()
  moveBy(DAY)
  await become('expired')
  await write()

  const lost = pointsOf(await ask(7), 'lost')
  expect(lost.slice(-2)).toEqual([1, 0])
})

test('conversion is accounts of the period that have paid, whenever, of those created in it', async () => {
  const { sql, write, ask, newUser, moveBy } = await figuresPeople()
  const pay = (user_id: string, status: string, n: number) =>
    addRow(sql, 'transactions', {
      user_id,
      provider_invoice_id: String(n),
      amount: 4,
      currency: 'USD',
      status,
    })
  const buyer = await newUser(0)
  const late = await newUser(0)
  await pay(await newUser(0), 'pending', 1)
  await pay(await newUser(0), 'refunded', 2)
  await pay(await newUser(60), 'paid', 3)
  await pay(buyer, 'paid', 4)
  await pay(buyer, 'paid', 5)
  await write()
  const soon = figure(await ask(7), 'conversion')

  moveBy(5 * DAY)
  await pay(late, 'paid', 6)
  await write()

  expect(soon).toMatchObject({ value: 1, base: 4 })
  expect(figure(await ask(7), 'conversion')).toMatchObject({ value: 2, base: 4 })
})

test('pushes are counted with those that failed, linked projects without deleted ones', async () => {
  const { sql, write, ask, member, ago, history } = await figuresPeople()
  const push = (succeeded: boolean, daysAgo: number) =>
    addRow(sql, 'push_records', {
      user_id: member.id,
      repo_owner: 'a',
      repo_name: 'b',
      branch: 'main',
      succeeded,
      created_at: ago(daysAgo),
    })
  await push(true, 0.1)
  await push(false, 1)
  await push(true, 6.4)
  await push(true, 6.6)
  await addRow(sql, 'bolt_projects', { user_id: member.id, project_name: 'Ferry' })
  await addRow(sql, 'bolt_projects', {
    user_id: member.id,
    project_name: 'Gone',
    deleted_at: ago(0),
  })
  await history(10)

  await write()

  const reply = await ask(7)
  expect(amount(reply, 'pushes')).toBe(3)
  expect(amount(reply, 'failed_pushes')).toBe(1)
  expect(figure(reply, 'pushes')?.before).toBe(null)
  expect(amount(reply, 'linked_projects')).toBe(1)
})

test('open feedback is new or in progress, of it what is older than seven days', async () => {
  const { sql, write, ask, ago } = await figuresPeople()
  const send = (status: string, daysAgo: number, more = {}) =>
    addRow(sql, 'user_feedback', {
      feedback_category: 'question',
      status,
      created_at: ago(daysAgo),
      ...more,
    })
  await send('new', 1)
  await send('in_progress', 7.1)
  await send('new', 6.9)
  await send('resolved', 9, { resolved_at: ago(1) })
  await send('closed', 9, { resolved_at: ago(1) })
  await send('new', 9, { deleted_at: ago(0) })

  await write()

  const reply = await ask(7)
  expect(amount(reply, 'open_feedback')).toBe(3)
  expect(amount(reply, 'old_feedback')).toBe(1)
})

test('the median time to resolve leaves uninstalls out and says nothing below three', async () => {
  const { sql, write, ask, ago } = await figuresPeople()
  const resolve = (hours: number, daysAgo: number, feedback_category = 'bug') =>
    addRow(sql, 'user_feedback', {
      feedback_category,
      status: 'resolved',
      created_at: new Date(ago(daysAgo).getTime() - hours * HOUR),
      resolved_at: ago(daysAgo),
    })
  await resolve(2, 1)
  await resolve(10, 6.4)
  await resolve(1000, 1, 'uninstall')
  await resolve(30, 20)
  await write()
  const few = await ask(7)
  const enough = await ask(30)

  await resolve(100, 0.1)
  await write()

  expect(amount(few, 'resolve_median')).toBe(null)
  expect(amount(enough, 'resolve_median')).toBe(10 * 3600)
  expect(amount(await ask(7), 'resolve_median')).toBe(10 * 3600)
  expect(amount(await ask(30), 'resolve_median')).toBe(20 * 3600)
})

test('reasons of cancellation are counted by reason, also where none was given', async () => {
  const { sql, write, ask, member } = await figuresPeople()
  const cancel = (reason: string | null) =>
    addRow(sql, 'cancellations', { user_id: member.id, reason })
  await cancel('too_expensive')
  await cancel('too_expensive')
  await cancel(null)

  await write()

  const reply = await ask(7)
  expect(amount(reply, 'cancellations', 'too_expensive')).toBe(2)
  expect(amount(reply, 'cancellations', 'none')).toBe(1)
})
