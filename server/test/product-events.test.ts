import { PRODUCT_EVENTS } from '@app/contract/product-events'
import { expect, test } from 'vitest'
import { folders } from '#compose/folders.ts'
import { seedContent } from '#compose/seed.ts'
import { addRow } from './add-row.ts'
import { testPeople } from './test-people.ts'

test('the database knows the events of the contract and no others', async () => {
  const { sql, member } = await testPeople()

  for (const name of PRODUCT_EVENTS) await addRow(sql, 'analytics', { name, user_id: member.id })

  await expect(addRow(sql, 'analytics', { name: 'synced' })).rejects.toMatchObject({
    code: '23514',
  })
  const [constraint] = await sql<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'analytics_name_known'`,
  )
  expect(constraint?.text.match(/'\w+'/g)).toHaveLength(PRODUCT_EVENTS.length)
})

test('a sign-up is recorded with the account, at the time of the account', async () => {
  const { sql } = await testPeople()

  const id = await addAccount(sql, { is_anonymous: false })

  expect(await eventsOf(sql, id)).toEqual([
    { name: 'signed_up', properties: { provider: 'github' }, day: '2026-03-01' },
  ])
})

test('an anonymous user signs up when they become a member, once', async () => {
  const { sql } = await testPeople()

  const id = await addAccount(sql, { is_anonymous: true })
  const before = await eventsOf(sql, id)
  await sql('update auth.users set is_anonymous = false where id = $1', [id])
  await sql(
    'update auth.users set is_anonymous = false, email_confirmed_at = now() where id = $1',
    [id],
  )

  expect(before).toEqual([])
  expect(await eventsOf(sql, id)).toMatchObject([{ name: 'signed_up' }])
})

test('feedback is recorded with its category, of members and of visitors', async () => {
  const { db, sql, asks, member, visitor } = await testPeople()
  await seedContent(db, folders.seed)
  const send = `insert into public.user_feedback (feedback_category, description) values ('question', 'How?')`

  await asks(member, send)
  await asks(visitor, send)

  expect(
    await sql(
      `select user_id, properties from public.analytics where name = 'feedback_sent' order by user_id`,
    ),
  ).toEqual([
    { user_id: member.id, properties: { category: 'question' } },
    { user_id: null, properties: { category: 'question' } },
  ])
})

type AsOwner = Awaited<ReturnType<typeof testPeople>>['sql']

async function addAccount(sql: AsOwner, { is_anonymous }: { is_anonymous: boolean }) {
  const [account] = await sql<{ id: string }>(
    `insert into auth.users (id, aud, role, email, is_anonymous, raw_app_meta_data, created_at, updated_at)
     values (gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, '{"provider": "github"}', $3, $3)
     returning id`,
    [is_anonymous ? null : 'newcomer@example.test', is_anonymous, '2026-03-01T12:00:00Z'],
  )

  return String(account?.id)
}

const eventsOf = (sql: AsOwner, id: string) =>
  sql(
    `select name, properties, (created_at at time zone 'utc')::date::text as day
       from public.analytics where user_id = $1`,
    [id],
  )
