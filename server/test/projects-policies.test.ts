import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { team } from './team.ts'

test('a project is seen by its members, edited by owner and editors, deleted by its owner', async () => {
  const { db, callers, project, owner } = await team()
  const on = (text: string) => ({ text: `${text} where id = $1`, values: [project] })

  const found = await rights(db, callers, {
    select: on('select * from public.projects'),
    insert: { text: `insert into public.projects (name) values ('Mine') returning id` },
    'insert-for-owner': {
      text: `insert into public.projects (name, owner_id) values ('Gift', $1)`,
      values: [owner.id],
    },
    update: on(`update public.projects set status = 'archived'`),
    'take-over': on('update public.projects set owner_id = auth.uid()'),
    link: on('update public.projects set bolt_project_id = gen_random_uuid()'),
    delete: on('delete from public.projects'),
  })

  expect(found).toBe(
    table(`
               select   insert   insert-for-owner  update   take-over  link     delete
      visitor  refused  refused  refused           refused  refused    refused  refused
      owner    allowed  allowed  allowed           allowed  refused    refused  allowed
      editor   allowed  allowed  refused           allowed  refused    refused  nothing
      viewer   allowed  allowed  refused           nothing  refused    refused  nothing
      other    nothing  allowed  refused           nothing  refused    refused  nothing
      admin    nothing  allowed  refused           nothing  refused    refused  nothing
      service  allowed  23502    allowed           allowed  23502      allowed  allowed
    `),
  )
})

test('members see each other, the owner changes and removes others, and others may leave', async () => {
  const { db, callers, project, editor, viewer, owner } = await team()
  const who = (text: string, person: { id: string }) => ({
    text: `${text} where project_id = $1 and user_id = $2`,
    values: [project, person.id],
  })

  const found = await rights(db, callers, {
    select: who('select * from public.project_members', owner),
    join: {
      text: `insert into public.project_members (project_id, user_id, role) values ($1, auth.uid(), 'editor')`,
      values: [project],
    },
    'promote-viewer': who(`update public.project_members set role = 'editor'`, viewer),
    'second-owner': who(`update public.project_members set role = 'owner'`, viewer),
    'demote-owner': who(`update public.project_members set role = 'viewer'`, owner),
    'remove-editor': who('delete from public.project_members', editor),
    'remove-owner': who('delete from public.project_members', owner),
  })

  expect(found).toBe(
    table(`
               select   join     promote-viewer  second-owner  demote-owner  remove-editor  remove-owner
      visitor  refused  refused  refused         refused       refused       refused        refused
      owner    allowed  refused  allowed         refused       nothing       allowed        nothing
      editor   allowed  refused  nothing         nothing       nothing       allowed        nothing
      viewer   allowed  refused  nothing         nothing       nothing       nothing        nothing
      other    nothing  refused  nothing         nothing       nothing       nothing        nothing
      admin    nothing  refused  nothing         nothing       nothing       nothing        nothing
      service  allowed  23502    allowed         23505         allowed       allowed        allowed
    `),
  )
})

test('tasks are seen by members, and written by owner and editors', async () => {
  const { db, sql, callers, project } = await team()
  const task = await addRow(sql, 'tasks', { project_id: project, name: 'Sail' })
  const on = (text: string) => ({ text: `${text} where id = $1`, values: [task] })

  const found = await rights(db, callers, {
    select: on('select * from public.tasks'),
    insert: {
      text: `insert into public.tasks (project_id, name) values ($1, 'Anchor') returning id`,
      values: [project],
    },
    update: on(`update public.tasks set status = 'inProgress', position = 3`),
    'move-away': on('update public.tasks set project_id = gen_random_uuid()'),
    'false-date': on('update public.tasks set completed_at = now()'),
    delete: on('delete from public.tasks'),
  })

  expect(found).toBe(
    table(`
               select   insert   update   move-away  false-date  delete
      visitor  refused  refused  refused  refused    refused     refused
      owner    allowed  allowed  allowed  refused    refused     allowed
      editor   allowed  allowed  allowed  refused    refused     allowed
      viewer   allowed  refused  nothing  refused    refused     nothing
      other    nothing  refused  nothing  refused    refused     nothing
      admin    nothing  refused  nothing  refused    refused     nothing
      service  allowed  allowed  allowed  23503      allowed     allowed
    `),
  )
})

test('co-members learn each other’s name and picture, and nothing else', async () => {
  const { db, asks, callers, project, editor, viewer } = await team()
  const list = { text: 'select * from public.get_project_members($1)', values: [project] }

  const found = await rights(db, callers, {
    'list-members': list,
    'read-profile': { text: 'select from public.users where id = $1', values: [editor.id] },
  })
  const [seen] = await asks(viewer, `${list.text} where user_id = '${editor.id}'`, list.values)

  expect(seen).toEqual({
    user_id: editor.id,
    display_name: 'editor',
    avatar_url: null,
    role: 'editor',
    created_at: expect.any(Date),
  })
  expect(found).toBe(
    table(`
               list-members  read-profile
      visitor  refused       refused
      owner    allowed       nothing
      editor   allowed       allowed
      viewer   allowed       nothing
      other    nothing       nothing
      admin    nothing       allowed
      service  refused       allowed
    `),
  )
})

test('a removed member loses access at once, and their tasks are unassigned', async () => {
  const { asks, sql, project, owner, editor } = await team()
  await addRow(sql, 'tasks', { project_id: project, name: 'Sail', assignee_id: editor.id })

  await asks(owner, 'delete from public.project_members where user_id = $1', [editor.id])

  expect(await asks(editor, 'select from public.projects')).toEqual([])
  expect(await asks(editor, 'select from public.tasks')).toEqual([])
  expect(await asks(owner, 'select assignee_id from public.tasks')).toEqual([{ assignee_id: null }])
})

test('a task cannot be assigned to a user outside the project', async () => {
  const { asks, project, owner, other } = await team()

  const given = asks(
    owner,
    `insert into public.tasks (project_id, name, assignee_id) values ($1, 'Sail', $2)`,
    [project, other.id],
  )

  await expect(given).rejects.toMatchObject({ code: '23503' })
})

test('a done task knows when, and forgets it when taken up again', async () => {
  const { asks, project, owner } = await team()
  const move = 'update public.tasks set status = $1 returning completed_at'
  const add = `insert into public.tasks (project_id, name, status) values ($1, 'Sail', 'done') returning completed_at`

  const born = await asks(owner, add, [project])
  const reopened = await asks(owner, move, ['todo'])
  const done = await asks(owner, move, ['done'])

  expect(born).toEqual([{ completed_at: expect.any(Date) }])
  expect(reopened).toEqual([{ completed_at: null }])
  expect(done).toEqual([{ completed_at: expect.any(Date) }])
})

test('a new task goes to the end of its column', async () => {
  const { asks, sql, project, owner } = await team()
  await addRow(sql, 'tasks', { project_id: project, name: 'Far down', position: 5000 })
  await addRow(sql, 'tasks', {
    project_id: project,
    name: 'Elsewhere',
    status: 'done',
    position: 9000,
  })

  const [added] = await asks(
    owner,
    `insert into public.tasks (project_id, name) values ($1, 'Last') returning position`,
    [project],
  )

  expect(added).toEqual({ position: 6024 })
})

test('a project cannot end before it starts', async () => {
  const { asks, owner } = await team()

  const planned = asks(
    owner,
    `insert into public.projects (name, start_date, end_date) values ('Back in time', '2026-05-02', '2026-05-01')`,
  )

  await expect(planned).rejects.toMatchObject({ code: '23514' })
})

test('the dashboard counts what its reader may see', async () => {
  const { asks, sql, project, owner, viewer, other } = await team()
  for (const status of ['todo', 'inProgress', 'done']) {
    await addRow(sql, 'tasks', { project_id: project, name: 'Sail', status })
  }
  await addRow(sql, 'projects', { owner_id: owner.id, name: 'Old', status: 'archived' })
  const count = async (person: typeof owner) => {
    const [stats] = await asks(person, 'select * from public.get_dashboard_stats()')
    return Object.values(stats ?? {}).map(Number)
  }

  expect(await count(owner)).toEqual([1, 1, 2, 2])
  expect(await count(viewer)).toEqual([1, 1, 2, 2])
  expect(await count(other)).toEqual([0, 0, 0, 0])
})
