import { theServer } from '@app/platform/db/database.ts'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import { emptyLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import { expect, test } from 'vitest'
import { folders } from '#compose/folders.ts'
import { seedContent, seedDemo } from '#compose/seed.ts'
import { testPeople } from './test-people.ts'

/** In a database that was no image, and so had no queues. Tests leave it as it is. */
const demo = forThisFile(async (atEnd) => {
  const db = await openLocation(await emptyLocation(atEnd), atEnd)
  await seedContent(db, folders.seed)
  await seedDemo(db, folders.seed, async () => [])
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await db.ask<Row>(theServer, { text, values })).rows

  return { db, sql }
})

type Asking = Pick<ReturnType<typeof demo>, 'sql'>

test('every installation begins with the specification’s categories and reasons', async () => {
  const { db, sql } = await testPeople()

  await seedContent(db, folders.seed)

  const categories = await sql('select code from public.feedback_categories order by sort_order')
  const groups = await sql(
    'select reason_group, count(*)::int from public.feedback_reasons group by 1 order by 1',
  )
  expect(categories.map(({ code }) => code)).toEqual([
    'appreciation',
    'question',
    'bug',
    'feature',
    'other',
    'uninstall',
  ])
  expect(groups).toEqual([
    { reason_group: 'other', count: 4 },
    { reason_group: 'technical', count: 4 },
    { reason_group: 'usability', count: 3 },
    { reason_group: 'workflow', count: 3 },
  ])
})

test('the demo asks the provider about its subscription', async () => {
  const { sql } = demo()

  expect(await sql(`select from ops.jobs where kind = 'check-subscription'`)).toHaveLength(1)
})

test('the plans are Free, Pro Monthly and Pro Annual, named so that the extension knows them', async () => {
  const { asks, db, visitor } = await testPeople()

  await seedContent(db, folders.seed)

  expect(
    await asks(visitor, 'select name, price, interval from public.plans order by price'),
  ).toEqual([
    { name: 'Free', price: '0.00', interval: null },
    { name: 'Pro Monthly', price: '4.00', interval: 'month' },
    { name: 'Pro Annual', price: '40.00', interval: 'year' },
  ])
})

test('seeding again keeps what an admin changed and does not bring back what they deleted', async () => {
  const { db, sql } = await testPeople()
  await seedContent(db, folders.seed)
  await sql(`update public.plans set price = 5 where name = 'Pro Monthly'`)
  await sql(`update public.feedback_categories set is_active = false where code = 'other'`)
  await sql(`delete from public.resources where url = '/welcome'`)
  const before = await everyCount(sql)

  await seedContent(db, folders.seed)

  expect(await everyCount(sql)).toEqual(before)
  expect(await sql(`select price from public.plans where name = 'Pro Monthly'`)).toEqual([
    { price: '5.00' },
  ])
  expect(await sql('select code from public.feedback_categories where not is_active')).toEqual([
    { code: 'other' },
  ])
})

test('the demo shows a month of work, and is planted only once', async () => {
  const { db, sql } = demo()

  const planted = await everyCount(sql)
  await sql('delete from ops.app_settings')
  await seedDemo(db, folders.seed, async () => [])

  expect(await everyCount(sql)).toEqual(planted)
  expect(planted).toMatchObject({ bolt_projects: 11, subscriptions: 1, user_feedback: 25 })
})

test('the demo’s data are consistent', async () => {
  const { sql } = demo()

  const links = await sql(`
    select project_name,
           (select max(created_at) from public.sync_events
             where project_id = projects.id and direction = 'outward') as last_event,
           link.last_sync_at
      from public.bolt_projects as link join public.projects on projects.bolt_project_id = link.id`)
  expect(links).toHaveLength(11)
  for (const { last_event, last_sync_at } of links) expect(last_event).toEqual(last_sync_at)

  const impossible = await sql(`
    select 'push before its link' as what from public.push_records
      join public.projects on projects.id = project_id
     where push_records.created_at < projects.created_at
    union all
    select 'task done before it was made' from public.tasks where completed_at < created_at or completed_at > app.now()
    union all
    select 'invoice outside the subscription' from public.transactions
      join public.subscriptions on subscriptions.id = subscription_id
     where transactions.created_at < subscriptions.created_at or transactions.created_at > app.now()
    union all
    select 'feedback from before the account' from public.user_feedback
      join public.users on users.id = user_feedback.user_id
     where user_feedback.created_at < users.created_at`)
  expect(impossible).toEqual([])
})

test('the demo’s figures are counted from its rows, day by day', async () => {
  const { sql } = demo()

  const stored = (name: string) =>
    sql<{ age: number; value: number }>(
      `select (app.now() at time zone 'utc')::date - day as age, value::float8 as value
         from public.daily_figures where name = $1 order by day desc`,
      [name],
    )
  const valueAt = async (name: string, age: number) =>
    (await stored(name)).find((figure) => figure.age === age)?.value
  expect([await valueAt('users', 0), await valueAt('users', 60)]).toEqual([3, 2])
  expect([await valueAt('mrr', 0), await valueAt('mrr', 90)]).toEqual([4, 4])
  const sent = (await stored('feedback_in')).reduce((sum, { value }) => sum + value, 0)
  expect(sent).toBe(25)
  expect(await valueAt('weekly_active', 0)).toBe(3)
})

test('people of the demo are confirmed members in their own right', async () => {
  const { sql } = demo()

  expect(
    await sql(
      `select profile.email, profile.role, account.confirmed_at is not null as confirmed,
              identities.provider, has_pro
         from public.users as profile
         join auth.users as account using (id)
         join auth.identities on identities.user_id = profile.id
        cross join app.has_pro(profile.id)
        order by profile.email`,
    ),
  ).toEqual([
    person({ email: 'admin@demo.gitferry.test', role: 'admin' }),
    person({ email: 'member@demo.gitferry.test' }),
    person({ email: 'pro@demo.gitferry.test', has_pro: true }),
  ])
})

function person(fields: object) {
  return { role: 'member', confirmed: true, provider: 'email', has_pro: false, ...fields }
}

/** How many rows each table of the product holds. */
async function everyCount(sql: Asking['sql']) {
  const tables = await sql<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }>(`select count(*)::int from public.${name}`)
    counts[name] = row?.count ?? 0
  }

  return counts
}
