import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { rights, table } from '#test/rights.ts'
import { DAY, figure, figuresPeople, HOUR, pointsOf } from './figures-people.ts'

test('a day without stored figures is a gap, a day on which nothing happened is a zero', async () => {
  const { write, ask, moveBy } = await figuresPeople()
  await write()

  moveBy(3 * DAY)
  await write()

  const reply = await ask(7)
  // Yesterday's events are known exactly, its end is not.
  expect(pointsOf(reply, 'pushes')).toEqual([null, null, 0, 0, null, 0, 0])
  expect(pointsOf(reply, 'users')).toEqual([null, null, null, 3, null, null, 3])
  expect(reply.missing_days).toBe(5)
})

test('a currency without any subscription on a stored day had nothing, on another day nothing is known', async () => {
  const { write, ask, moveBy, newUser, buy } = await figuresPeople()
  await write()
  moveBy(2 * DAY)
  await buy(await newUser(1))
  await write()

  expect(pointsOf(await ask(7), 'mrr', 'USD')).toEqual([null, null, null, null, 0, null, 4])
})

test('yesterday is closed after midnight: what happened late in the evening counts', async () => {
  const { sql, write, ask, moveBy, member, ago, newUser } = await figuresPeople()
  moveBy(11.5 * HOUR)
  await write()
  await newUser(0)
  await addRow(sql, 'push_records', {
    user_id: member.id,
    repo_owner: 'a',
    repo_name: 'b',
    branch: 'main',
    succeeded: true,
    created_at: ago(0),
  })

  moveBy(HOUR)
  await write()

  const reply = await ask(7)
  expect(pointsOf(reply, 'pushes').slice(-2)).toEqual([1, 0])
  expect(pointsOf(reply, 'new_users').slice(-2)).toEqual([1, 0])
  expect(pointsOf(reply, 'users').slice(-2)).toEqual([4, 4])
  expect(reply.last_day).toBe('2031-05-21')
})

test('a server that starts in the afternoon does not pass off the present as yesterday’s end', async () => {
  const { write, ask, moveBy, newUser } = await figuresPeople()
  await write()
  moveBy(DAY)
  await newUser(0)

  await write()

  expect(pointsOf(await ask(7), 'users').slice(-2)).toEqual([3, 4])
})

test('a figure is compared with the period before: levels by its last day, sums only where every day is known', async () => {
  const { sql, write, ask, newUser, history, member, ago } = await figuresPeople()
  const push = (daysAgo: number) =>
    addRow(sql, 'push_records', {
      user_id: member.id,
      repo_owner: 'a',
      repo_name: 'b',
      branch: 'main',
      succeeded: true,
      created_at: ago(daysAgo),
    })
  await push(1)
  for (const daysAgo of [7, 8, 13]) await push(daysAgo)
  await push(14)
  await newUser(2)
  await newUser(9)
  await history(13)
  await write()
  const complete = await ask(7)
  await sql(`delete from public.daily_figures where day = (app.now() at time zone 'utc')::date - 9`)

  const broken = await ask(7)

  expect(figure(complete, 'pushes')).toMatchObject({ value: 1, before: 3 })
  expect(figure(complete, 'users')).toMatchObject({ value: 5, before: 4 })
  expect(figure(broken, 'pushes')).toMatchObject({ value: 1, before: null })
  expect(figure(broken, 'users')).toMatchObject({ value: 5, before: 4 })
})

test('a run that is repeated writes the same', async () => {
  const { sql, write, newUser, buy } = await figuresPeople()
  await buy(await newUser(3))
  const stored = () =>
    sql('select day, name, part, value from public.daily_figures order by 1, 2, 3')
  await write()
  const first = await stored()

  await write()

  expect(await stored()).toEqual(first)
  expect(first.length).toBeGreaterThan(20)
})

test('only admins ask for figures, and only for 7, 30 or 90 days', async () => {
  const { db, visitor, member, admin, service, asks } = await figuresPeople()
  const ask = (days: number | null) => ({
    text: 'select public.get_admin_figures($1)',
    values: [days],
  })

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      figures: ask(30),
      stored: { text: 'select * from public.daily_figures' },
      active: { text: 'select * from public.active_days' },
    },
  )

  expect(found).toBe(
    table(`
               figures  stored   active
      visitor  refused  refused  refused
      member   PGRST    refused  refused
      admin    allowed  refused  refused
      service  refused  nothing  nothing
    `),
  )
  for (const days of [0, 8, 365, null]) {
    await expect(asks(admin, ask(days).text, [days])).rejects.toMatchObject({
      message: expect.stringContaining('The period must be 7, 30 or 90 days'),
      detail: expect.stringContaining('400'),
    })
  }
})

test('what needs attention is counted now, and what is well is not named', async () => {
  const { sql, ask, admin, member, ago, moveBy, withAal2 } = await figuresPeople()
  const attention = async () => {
    const reply = await ask(7, withAal2(admin))
    return Object.fromEntries(reply.attention.map(({ name, count }) => [name, count]))
  }
  await sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'enc1.x', now(), now())`,
    [admin.id],
  )
  const well = await attention()

  const event = (outcome: string, object: string, digest: string) =>
    sql(
      `insert into ops.webhook_events (provider, digest, event_name, object_type, object_id, body, outcome)
       values ('lemon-squeezy', $3, 'x', 'subscription', $2, '', $1)`,
      [outcome, object, digest],
    )
  await event('unclaimed', '1', 'a')
  await event('unclaimed', '1', 'b')
  await event('failed', '2', 'c')
  await event('applied', '3', 'd')
  for (const failed_at of [ago(0), null]) {
    await sql(
      `insert into ops.mail_outbox (dedupe_key, to_address, template, payload_sealed, failed_at)
       values (gen_random_uuid()::text, 'a@example.test', 'x', 'enc1.x', $1)`,
      [failed_at],
    )
  }
  const minutes = (count: number) => ago(count / 24 / 60)
  for (const delete_at of [minutes(3), minutes(1)]) {
    await addRow(sql, 'temporary_clones', {
      source_full_name: 'a/b',
      clone_full_name: 'a/c',
      delete_at,
    })
  }
  await addRow(sql, 'reconciliations', {
    scope: 'full',
    started_at: ago(0),
    finished_at: ago(0),
    plan_differences: '[{"planId": "1"}, {"planId": "2"}]',
  })
  await sql(`update public.users set role = 'admin' where id = $1`, [member.id])
  const trouble = await attention()
  moveBy(1.1 * HOUR)

  expect(well).toEqual({})
  expect(trouble).toEqual({
    unclaimed_payments: 1,
    failed_webhooks: 1,
    failed_mails: 1,
    public_copies: 1,
    plan_differences: 2,
    admins_without_factor: 1,
  })
  expect(await attention()).toMatchObject({ reconciler_silent: 1 })
})
