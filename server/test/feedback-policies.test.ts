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

test('only admins read replies, only the server writes them', async () => {
  const { db, sql, visitor, member, admin, service } = await peopleWithContent()
  const feedback_id = await addRow(sql, 'user_feedback', {
    user_id: member.id,
    feedback_category: 'bug',
  })
  const deleted = await addRow(sql, 'user_feedback', {
    feedback_category: 'bug',
    deleted_at: new Date(),
  })
  for (const id of [feedback_id, deleted]) {
    await sql(
      `insert into public.feedback_replies (id, feedback_id, body) values (gen_random_uuid(), $1, 'x')`,
      [id],
    )
  }
  const read = (id: string) => ({
    text: 'select * from public.feedback_replies where feedback_id = $1',
    values: [id],
  })

  const found = await rights(
    db,
    { visitor, member, admin, service },
    {
      read: read(feedback_id),
      'of-deleted': read(deleted),
      write: {
        text: `insert into public.feedback_replies (id, feedback_id, body) values (gen_random_uuid(), $1, 'x')`,
        values: [feedback_id],
      },
      rewrite: { text: `update public.feedback_replies set body = 'y'` },
      delete: { text: 'delete from public.feedback_replies' },
    },
  )

  expect(found).toBe(
    table(`
               read     of-deleted  write    rewrite  delete
      visitor  refused  refused     refused  refused  refused
      member   nothing  nothing     refused  refused  refused
      admin    allowed  nothing     refused  refused  refused
      service  allowed  allowed     allowed  allowed  allowed
    `),
  )
})

test('nobody marks an item as answered without a reply', async () => {
  const { sql, asks, admin } = await peopleWithContent()
  const id = await addRow(sql, 'user_feedback', { feedback_category: 'bug' })
  const answered = () =>
    asks(
      admin,
      `update public.user_feedback set status = 'answered' where id = $1 returning status`,
      [id],
    )

  await expect(answered()).rejects.toMatchObject({ code: '23514' })
  await sql('update public.user_feedback set answered_at = now() where id = $1', [id])

  expect(await answered()).toEqual([{ status: 'answered' }])
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

test('triage leaves an audit line that names what changed, without the words of notes', async () => {
  const { asks, sql, admin, visitor } = await peopleWithContent()
  await asks(visitor, SEND)
  const change = (what: string) => asks(admin, `update public.user_feedback set ${what}`)

  await change(`status = 'closed', admin_notes = 'private words'`)
  await change(`status = 'closed'`)
  await sql(`update public.user_feedback set status = 'new'`)

  expect(await sql('select actor_id, action, subject_type, details from public.audit_log')).toEqual(
    [
      {
        actor_id: admin.id,
        action: 'feedback_changed',
        subject_type: 'feedback',
        details: { status: 'closed', notes: 'changed' },
      },
    ],
  )
})

test('of two admins who change the same state, the second changes nothing', async () => {
  const { asks, sql, admin, visitor } = await peopleWithContent()
  await asks(visitor, SEND)
  const [seen] = await sql('select updated_at::text as at from public.user_feedback')
  const change = (status: string) =>
    asks(
      admin,
      'update public.user_feedback set status = $1 where updated_at = $2::timestamptz returning status',
      [status, seen?.at],
    )

  const first = await change('closed')
  const second = await change('resolved')

  expect({ first, second }).toEqual({ first: [{ status: 'closed' }], second: [] })
})

test('deleted feedback is seen, changed and counted by nobody, and notes have a limit', async () => {
  const { asks, sql, admin, visitor } = await peopleWithContent()
  await asks(visitor, SEND)
  const note = (length: number) =>
    asks(admin, 'update public.user_feedback set admin_notes = $1', ['x'.repeat(length)])

  await note(10_000)
  await expect(note(10_001)).rejects.toMatchObject({ code: '23514' })
  await sql('update public.user_feedback set deleted_at = now()')

  expect(await asks(admin, 'select id from public.user_feedback')).toEqual([])
  expect(
    await asks(admin, `update public.user_feedback set status = 'closed' returning id`),
  ).toEqual([])
  expect(await asks(admin, 'select date from public.feedback_analytics')).toEqual([])
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

test('everyone reads what can be chosen, admins add and change it, and nobody deletes what was chosen', async () => {
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
      add: {
        text: `insert into public.feedback_categories (code, name_en, name_es) values ('new', 'New', 'Nuevo')`,
      },
      'add-reason': {
        text: `insert into public.feedback_reasons (code, reason_group) values ('new', 'other')`,
      },
      change: {
        text: `update public.feedback_reasons set sort_order = 0 where code = 'other_reason'`,
      },
      'change-code': {
        text: `update public.feedback_categories set code = 'x' where code = 'bug'`,
      },
      delete: { text: `delete from public.feedback_reasons where code = 'performance'` },
    },
  )

  expect(found).toBe(
    table(`
               category  hidden   reason   hidden-reason  add      add-reason  change   change-code  delete
      visitor  allowed   nothing  allowed  nothing        refused  refused     refused  refused      refused
      member   allowed   nothing  allowed  nothing        refused  refused     nothing  refused      refused
      admin    allowed   allowed  allowed  allowed        allowed  allowed     allowed  refused      refused
      service  allowed   allowed  allowed  allowed        allowed  allowed     allowed  allowed      allowed
    `),
  )
})

test('what admins change in the lists leaves a line, and one category stays on', async () => {
  const { asks, sql, admin } = await peopleWithContent()
  await asks(
    admin,
    `insert into public.feedback_categories (code, name_en, name_es, sort_order)
     values ('idea', 'Idea', 'Idea', 9)`,
  )
  await asks(admin, `update public.feedback_reasons set is_active = true where code = 'conflicts'`)
  await asks(admin, `update public.feedback_reasons set is_active = false where code = 'conflicts'`)
  const switchOff = (code: string) =>
    asks(admin, 'update public.feedback_categories set is_active = false where code = $1', [code])

  for (const code of ['appreciation', 'question', 'bug', 'feature', 'idea']) await switchOff(code)

  await expect(switchOff('other')).rejects.toMatchObject({
    code: 'PGRST',
    message: expect.stringContaining('last_category'),
  })
  await expect(
    asks(admin, `insert into public.feedback_categories (code) values ('Not a code')`),
  ).rejects.toMatchObject({ code: '23514' })
  const lines = await sql(
    `select action, subject_type, subject_id, details from public.audit_log
      where actor_id = $1 order by created_at, id limit 2`,
    [admin.id],
  )
  expect(lines).toEqual([
    {
      action: 'feedback_category_added',
      subject_type: 'feedback_category',
      subject_id: 'idea',
      details: expect.objectContaining({ name_es: 'Idea' }),
    },
    {
      action: 'feedback_reason_changed',
      subject_type: 'feedback_reason',
      subject_id: 'conflicts',
      details: { is_active: false },
    },
  ])
})

test('admins find feedback by the beginnings of its words, whatever is typed', async () => {
  const { asks, sql, admin, member } = await peopleWithContent()
  const add = (title: string | null, description: string, more: object = {}) =>
    addRow(sql, 'user_feedback', { feedback_category: 'bug', title, description, ...more })
  const push = await add('Push fails', 'It says “tree mismatch”, sin explicación.')
  const pull = await add(null, 'Pulling a branch fails too')
  await add('Push fails', 'Deleted', { deleted_at: '2030-01-01' })
  const search = async (words: string) =>
    (await asks(admin, 'select id from public.search_feedback($1)', [words])).map(({ id }) => id)

  expect((await search('FAIL')).toSorted()).toEqual([push, pull].toSorted())
  expect(await search('pus mismatch')).toEqual([push])
  expect(await search('explicación')).toEqual([push])
  expect(await search('branch push')).toEqual([])
  for (const nothing of ['', '  ', `'; --`, '&|!():*', '\\', 'x'.repeat(100_000)]) {
    expect(await search(nothing)).toEqual([])
  }
  await expect(asks(member, `select public.search_feedback('push')`)).rejects.toMatchObject({
    message: expect.stringContaining('not_admin'),
  })
})

test('a search reads its index although row policies stand', async () => {
  const { sql } = await peopleWithContent()
  await sql(
    `insert into public.user_feedback (feedback_category, description)
     select 'other', 'word' || n from generate_series(1, 3000) as n`,
  )
  await sql('analyze public.user_feedback')

  const plan = await sql(
    `explain select * from public.user_feedback
      where deleted_at is null and app.feedback_words(title, description) @@ app.beginnings('word77')`,
  )

  expect(JSON.stringify(plan)).toContain('user_feedback_by_words')
})

test('a count follows every filter', async () => {
  const { asks, sql, admin, member } = await peopleWithContent()
  await sql(
    `insert into public.user_feedback (feedback_category, description, created_at)
     select 'other', 'x', '2030-01-01' from generate_series(1, 20)`,
  )
  await addRow(sql, 'user_feedback', {
    feedback_category: 'bug',
    status: 'resolved',
    github_issue_url: 'https://example.test/1',
    created_at: '2031-01-01',
  })
  const count = async (filters: object) =>
    (
      await asks(admin, 'select public.count_feedback($1::jsonb) as n', [JSON.stringify(filters)])
    )[0]?.n

  expect(await count({})).toBe(21)
  expect(await count({ feedback_category: 'bug' })).toBe(1)
  expect(await count({ status: ['resolved', 'closed'], priority: 'medium' })).toBe(1)
  expect(await count({ status: [] })).toBe(0)
  expect(await count({ has_issue: true, feedback_type: 'general' })).toBe(1)
  expect(await count({ created_since: '2030-06-01' })).toBe(1)
  expect(await count({ feedback_category: `x' or true --` })).toBe(0)
  await expect(asks(member, 'select public.count_feedback()')).rejects.toMatchObject({
    message: expect.stringContaining('not_admin'),
  })
})

/** With the categories that feedback must name. */
async function peopleWithContent() {
  const home = await testPeople()
  await seedContent(home.db, folders.seed)

  return home
}
