import { expect, test } from 'vitest'
import { folders } from '#compose/folders.ts'
import { seedContent } from '#compose/seed.ts'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

const SEND = `insert into public.user_feedback (feedback_category, description) values ('question', 'How?')`

test('anyone sends feedback in their own name, only admins read and triage it, only the server deletes', async () => {
  const { db, sql, visitor, member, other, admin, service } = await peopleWithContent()
  const id = await addRow(sql, 'user_feedback', {
    user_id: member.id,
    feedback_category: 'bug',
  })

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      send: { text: SEND },
      'send-as-member': {
        text: `insert into public.user_feedback (user_id, feedback_category) values ($1, 'other')`,
        values: [member.id],
      },
      read: { text: 'select * from public.user_feedback where id = $1', values: [id] },
      triage: {
        text: `update public.user_feedback set status = 'closed', priority = 'low', admin_notes = 'ok' where id = $1`,
        values: [id],
      },
      rewrite: {
        text: `update public.user_feedback set description = 'All is well' where id = $1`,
        values: [id],
      },
      delete: { text: 'delete from public.user_feedback where id = $1', values: [id] },
    },
  )

  expect(found).toBe(
    table(`
               send     send-as-member  read     triage   rewrite  delete
      visitor  allowed  refused         refused  refused  refused  refused
      member   allowed  allowed         nothing  nothing  refused  refused
      other    allowed  refused         nothing  nothing  refused  refused
      admin    allowed  refused         allowed  allowed  refused  refused
      service  allowed  allowed         allowed  allowed  allowed  allowed
    `),
  )
})

test('a sender cannot write what belongs to triage', async () => {
  const { db, visitor, member } = await peopleWithContent()
  const send = (column: string, value: string) => ({
    text: `insert into public.user_feedback (feedback_category, ${column}) values ('bug', $1)`,
    values: [value],
  })

  const found = await rights(
    db,
    { visitor, member },
    {
      status: send('status', 'closed'),
      notes: send('admin_notes', 'seen'),
      resolved: send('resolved_at', '2026-01-01'),
      issue: send('github_issue_url', 'https://github.com/a/b/issues/1'),
    },
  )

  expect(found).toBe(
    table(`
               status   notes    resolved  issue
      visitor  refused  refused  refused   refused
      member   refused  refused  refused   refused
    `),
  )
})

test('feedback without a category is refused in the specification’s words', async () => {
  const { asks, visitor } = await peopleWithContent()
  const refusal = { code: 'P0001', message: 'Feedback category is required' }
  const send = (category: string | null) =>
    asks(visitor, 'insert into public.user_feedback (feedback_category) values ($1)', [category])

  await expect(send(null)).rejects.toMatchObject(refusal)
  await expect(send('  ')).rejects.toMatchObject(refusal)
  await expect(
    asks(visitor, `insert into public.user_feedback (description) values ('x')`),
  ).rejects.toMatchObject(refusal)
})

test('feedback of an unknown category or with an endless title is refused', async () => {
  const { asks, visitor } = await peopleWithContent()
  const send = (category: string, title: string) =>
    asks(visitor, 'insert into public.user_feedback (feedback_category, title) values ($1, $2)', [
      category,
      title,
    ])

  await expect(send('gossip', 'Psst')).rejects.toMatchObject({ code: '23503' })
  await expect(send('bug', 'x'.repeat(201))).rejects.toMatchObject({ code: '23514' })
})

test('a visitor’s feedback belongs to nobody, a member’s to the member, and starts as new', async () => {
  const { asks, sql, visitor, member } = await peopleWithContent()

  await asks(visitor, SEND)
  await asks(member, SEND)

  expect(
    await sql('select user_id, feedback_type, status from public.user_feedback order by user_id'),
  ).toEqual([
    { user_id: member.id, feedback_type: 'general', status: 'new' },
    { user_id: null, feedback_type: 'general', status: 'new' },
  ])
})

test('only bugs have a priority, medium unless said otherwise', async () => {
  const { asks, sql, admin, visitor } = await peopleWithContent()
  const send = (category: string, priority: string | null) =>
    asks(
      visitor,
      'insert into public.user_feedback (feedback_category, priority) values ($1, $2)',
      [category, priority],
    )

  await send('bug', null)
  await send('bug', 'critical')
  await send('question', 'critical')
  await asks(admin, `update public.user_feedback set priority = 'high' where priority is null`)

  expect(
    await sql('select feedback_category, priority from public.user_feedback order by created_at'),
  ).toEqual([
    { feedback_category: 'bug', priority: 'medium' },
    { feedback_category: 'bug', priority: 'critical' },
    { feedback_category: 'question', priority: null },
  ])
})

test('resolving and closing stamp the time, notes leave it alone, reopening clears it', async () => {
  const { asks, sql, admin, visitor } = await peopleWithContent()
  await asks(visitor, SEND)
  const change = (what: string) =>
    asks(admin, `update public.user_feedback set ${what} returning resolved_at`)

  const resolved = await change(`status = 'resolved'`)
  await sql(`update public.user_feedback set resolved_at = '2026-01-01'`)
  const noted = await change(`status = 'resolved', admin_notes = 'done'`)
  const closed = await change(`status = 'closed'`)
  const reopened = await change(`status = 'in_progress'`)

  expect(resolved).toEqual([{ resolved_at: expect.any(Date) }])
  expect(noted).toEqual([{ resolved_at: new Date('2026-01-01T00:00:00Z') }])
  expect(closed).not.toEqual(noted)
  expect(reopened).toEqual([{ resolved_at: null }])
})

test('the analytics view counts for admins and shows nobody else a thing', async () => {
  const { db, asks, sql, visitor, member, admin, service } = await peopleWithContent()
  for (const created_at of ['2026-03-01T10:00:00Z', '2026-03-01T22:00:00Z']) {
    await addRow(sql, 'user_feedback', { feedback_category: 'bug', created_at })
  }
  const count = 'select * from public.feedback_analytics'

  const found = await rights(db, { visitor, member, admin, service }, { read: { text: count } })
  const counted = await asks(
    admin,
    `select date::text, priority, count::int from (${count}) as view`,
  )

  expect(counted).toEqual([{ date: '2026-03-01', priority: 'medium', count: 2 }])
  expect(found).toBe(
    table(`
               read
      visitor  refused
      member   nothing
      admin    allowed
      service  allowed
    `),
  )
})

test('the analytics view is written by nobody, and says so in a client’s terms', async () => {
  const { db, visitor, member, admin, service } = await peopleWithContent()

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      insert: { text: `insert into public.feedback_analytics (feedback_category) values ('bug')` },
      update: { text: `update public.feedback_analytics set status = 'new'` },
      delete: { text: 'delete from public.feedback_analytics' },
    },
  )

  expect(found).toBe(
    table(`
               insert   update   delete
      visitor  refused  refused  refused
      member   refused  refused  refused
      admin    refused  refused  refused
      service  refused  refused  refused
    `),
  )
})

test('everyone reads the categories and reasons that can be chosen, and only the server edits them', async () => {
  const { db, sql, visitor, member, admin, service } = await peopleWithContent()
  await sql(`update public.feedback_categories set is_active = false where code = 'other'`)
  await sql(`update public.feedback_reasons set is_active = false where code = 'conflicts'`)
  const see = (from: string, code: string) => ({
    text: `select * from public.${from} where code = $1`,
    values: [code],
  })

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      category: see('feedback_categories', 'bug'),
      hidden: see('feedback_categories', 'other'),
      reason: see('feedback_reasons', 'performance'),
      'hidden-reason': see('feedback_reasons', 'conflicts'),
      insert: { text: `insert into public.feedback_categories (code) values ('new')` },
      update: { text: 'update public.feedback_reasons set sort_order = 0' },
      delete: { text: `delete from public.feedback_reasons where code = 'performance'` },
    },
  )

  expect(found).toBe(
    table(`
               category  hidden   reason   hidden-reason  insert   update   delete
      visitor  allowed   nothing  allowed  nothing        refused  refused  refused
      member   allowed   nothing  allowed  nothing        refused  refused  refused
      admin    allowed   allowed  allowed  allowed        refused  refused  refused
      service  allowed   allowed  allowed  allowed        allowed  allowed  allowed
    `),
  )
})

/** With the categories that feedback must name. */
async function peopleWithContent() {
  const home = await testPeople()
  await seedContent(home.db, folders.seed)

  return home
}
