import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { type Attempts, rights, table } from './rights.ts'
import { team } from './team.ts'

type Team = Awaited<ReturnType<typeof team>>

test('hints are heard by whom they concern, and sent by nobody', async () => {
  const { db, sql, callers, project, owner } = await team()
  const attempts = await hearing(sql, {
    project: `project:${project}`,
    own: `member:${owner.id}`,
    admin: 'admin',
    unknown: `project:${owner.id}`,
    malformed: `project:${project} or true`,
    upper: `PROJECT:${project}`,
    nobody: 'member:',
    empty: '',
  })

  const heard = await rights(db, callers, attempts)
  const sent = await rights(db, callers, {
    insert: {
      text: `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'tasks', true)`,
      values: [`project:${project}`],
    },
    update: { text: `update realtime.messages set topic = 'admin'` },
    delete: { text: 'delete from realtime.messages' },
    function: { text: `select app.send_hints('tasks', '{admin}')` },
  })

  expect(heard).toBe(
    table(`
               project  own      admin    unknown  malformed  upper    nobody   empty
      visitor  nothing  nothing  nothing  nothing  nothing    nothing  nothing  nothing
      owner    allowed  allowed  nothing  nothing  nothing    nothing  nothing  nothing
      editor   allowed  nothing  nothing  nothing  nothing    nothing  nothing  nothing
      viewer   allowed  nothing  nothing  nothing  nothing    nothing  nothing  nothing
      other    nothing  nothing  nothing  nothing  nothing    nothing  nothing  nothing
      admin    nothing  nothing  allowed  nothing  nothing    nothing  nothing  nothing
      service  allowed  allowed  allowed  allowed  allowed    allowed  allowed  allowed
    `),
  )
  expect(sent).toBe(
    table(`
               insert   update   delete   function
      visitor  refused  nothing  refused  refused
      owner    refused  nothing  refused  refused
      editor   refused  nothing  refused  refused
      viewer   refused  nothing  refused  refused
      other    refused  nothing  refused  refused
      admin    refused  nothing  refused  refused
      service  allowed  allowed  refused  refused
    `),
  )
})

test('without the second factor, after the membership and without the link nothing is heard', async () => {
  const { db, sql, project, owner, editor, viewer, admin, withAal2 } = await team()
  for (const { id } of [editor, admin]) {
    await sql(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [id],
    )
  }
  await sql('delete from public.project_members where user_id = $1', [viewer.id])
  const attempts = await hearing(sql, {
    project: `project:${project}`,
    own: `member:${editor.id}`,
    admin: 'admin',
  })
  const people = {
    'editor-by-password': editor,
    'editor-by-both': withAal2(editor),
    'admin-by-password': admin,
    'admin-by-both': withAal2(admin),
    'former-member': viewer,
  }

  const linked = await rights(db, people, attempts)
  await sql('update public.projects set unlinked_at = now() where id = $1', [project])
  const unlinked = await rights(db, { owner }, attempts)

  expect(linked).toBe(
    table(`
                          project  own      admin
      editor-by-password  nothing  nothing  nothing
      editor-by-both      allowed  allowed  nothing
      admin-by-password   nothing  nothing  nothing
      admin-by-both       nothing  nothing  allowed
      former-member       nothing  nothing  nothing
    `),
  )
  expect(unlinked).toBe(
    table(`
             project  own      admin
      owner  nothing  nothing  nothing
    `),
  )
})

test('a presence on a topic is nobody’s', async () => {
  const { db, sql, project, owner } = await team()
  await sql(
    `insert into realtime.messages (topic, extension, event, private) values ($1, 'presence', 'a', true)`,
    [`project:${project}`],
  )

  const found = await rights(db, { owner }, { read: { text: 'select from realtime.messages' } })

  expect(found).toBe(
    table(`
             read
      owner  nothing
    `),
  )
})

test('while no server runs nothing is stored, and a hint that fails undoes no change', async () => {
  const { asks, sql, project, owner } = await team()
  const stored = async () => (await sql('select event from realtime.messages')).length
  const change = (name: string) =>
    asks(owner, 'update public.projects set name = $1 returning name', [name])
  await sql('delete from realtime_private.servers')
  await addRow(sql, 'tasks', { project_id: project, name: 'Sail' })
  expect(await stored()).toBe(0)

  await sql('insert into realtime_private.servers (id) values (gen_random_uuid())')
  expect(await change('Ferry two')).toEqual([{ name: 'Ferry two' }])
  expect(await stored()).toBe(4)
  await sql(
    `alter table realtime.messages add constraint refuses_hints check (event <> 'details') not valid`,
  )
  expect(await change('Ferry three')).toEqual([{ name: 'Ferry three' }])
  await sql('alter table realtime.messages drop constraint refuses_hints')

  expect(await stored()).toBe(7)
})

test('a statement is told once, however many rows it writes inside triggers', async () => {
  const { sql, other } = await team()
  await sql('insert into realtime_private.servers (id) values (gen_random_uuid())')

  await sql(
    `insert into public.bolt_projects (user_id, project_name) select $1, n::text from generate_series(1, 200) as n`,
    [other.id],
  )
  await sql('delete from public.bolt_projects where user_id = $1', [other.id])

  const told = await sql(
    'select event, count(*)::integer from realtime.messages group by 1 order by 1',
  )
  expect(told).toEqual([
    // Of two hundred projects the first fifty, and their owner's list.
    { event: 'details', count: 50 },
    { event: 'projects', count: 2 },
  ])
  expect(await sql('select from public.projects where owner_id = $1', [other.id])).toHaveLength(200)
})

/** Puts a message on each topic, and attempts to read it. */
async function hearing(sql: Team['sql'], topics: Record<string, string>): Promise<Attempts> {
  const attempts: Attempts = {}
  for (const [name, topic] of Object.entries(topics)) {
    await sql(
      `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'a', true)`,
      [topic],
    )
    const text = 'select from realtime.messages where topic = $1'
    attempts[name] = { text, values: [topic] }
  }

  return attempts
}
