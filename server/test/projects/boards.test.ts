import type { Person } from '@app/platform/test/test-people.ts'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { rights, table } from '#test/rights.ts'
import { team } from '#test/team.ts'

const CREATE = `select public.create_project($1, null, null, null, 'active', $2, $3) as id`
const REPOSITORY =
  'select github_repo_owner, github_repo_name from public.get_project_repository($1)'

test('tasks that have come too close are dealt out anew, in their order, and nobody’s version grows old', async () => {
  const { asks, sql, project, owner } = await team()
  const place = (name: string, position: number) =>
    addRow(sql, 'tasks', { project_id: project, name, position })
  await place('First', 1024)
  const last = await place('Last', 1024.0015)
  const versions = 'select updated_at from public.tasks where id = $1'
  const before = await asks(owner, versions, [last])
  const moved = await place('Between', 5000)

  await asks(owner, 'update public.tasks set position = 1024.0008 where id = $1', [moved])

  expect(await asks(owner, 'select name, position from public.tasks order by position')).toEqual([
    { name: 'First', position: 1024 },
    { name: 'Between', position: 2048 },
    { name: 'Last', position: 3072 },
  ])
  expect(await asks(owner, versions, [last])).toEqual(before)
})

test('who changes what somebody else has changed since changes nothing', async () => {
  const { asks, sql, project, owner, editor } = await team()
  const task = await addRow(sql, 'tasks', { project_id: project, name: 'Sail' })
  const [seen] = await asks<{ version: string }>(
    owner,
    'select updated_at::text as version from public.tasks where id = $1',
    [task],
  )
  const rename = (person: Person, name: string) =>
    asks(
      person,
      'update public.tasks set name = $1 where id = $2 and updated_at = $3 returning name',
      [name, task, seen?.version],
    )

  expect(await rename(editor, 'Row')).toEqual([{ name: 'Row' }])
  expect(await rename(owner, 'Drift')).toEqual([])
  expect(await asks(owner, 'select name from public.tasks')).toEqual([{ name: 'Row' }])
})

test('a project may begin with its repository, which all members may know', async () => {
  const { asks, sql, owner, viewer, other } = await team()

  const [made] = await asks<{ id: string }>(owner, CREATE, ['Ferry two', 'acme', 'ferry'])
  await addRow(sql, 'project_members', { project_id: made?.id, user_id: viewer.id, role: 'viewer' })

  const known = [{ github_repo_owner: 'acme', github_repo_name: 'ferry' }]
  expect(await asks(owner, REPOSITORY, [made?.id])).toEqual(known)
  expect(await asks(viewer, REPOSITORY, [made?.id])).toEqual(known)
  expect(await asks(other, REPOSITORY, [made?.id])).toEqual([])
  expect(await asks(owner, 'select project_name from public.bolt_projects')).toEqual([
    { project_name: 'Ferry two' },
  ])
  expect(await asks(owner, 'select name from public.projects order by name')).toEqual([
    { name: 'Ferry' },
    { name: 'Ferry two' },
  ])
})

test('a project without a link gets one with its first repository, and may lose the repository again', async () => {
  const { asks, project, owner } = await team()
  const link = (...repository: (string | null)[]) =>
    asks(owner, 'select public.set_project_repository($1, $2, $3)', [project, ...repository])

  await link('acme', 'ferry')
  const first = await asks(owner, REPOSITORY, [project])
  await link('acme', 'tug')
  const second = await asks(owner, REPOSITORY, [project])
  await link(null, null)

  expect(first).toEqual([{ github_repo_owner: 'acme', github_repo_name: 'ferry' }])
  expect(second).toEqual([{ github_repo_owner: 'acme', github_repo_name: 'tug' }])
  expect(await asks(owner, REPOSITORY, [project])).toEqual([])
  expect(await asks(owner, 'select from public.projects')).toHaveLength(1)
})

test('only the owner links a repository; members read it', async () => {
  const { db, asks, callers, owner, project } = await team()
  await asks(owner, `select public.set_project_repository($1, 'acme', 'ferry')`, [project])

  const found = await rights(db, callers, {
    link: {
      text: `select public.set_project_repository($1, 'acme', 'other')`,
      values: [project],
    },
    read: { text: REPOSITORY, values: [project] },
    create: { text: CREATE, values: ['Mine', 'acme', 'mine'] },
  })

  expect(found).toBe(
    table(`
               link     read     create
      visitor  refused  refused  refused
      owner    allowed  allowed  allowed
      editor   refused  allowed  allowed
      viewer   refused  allowed  allowed
      other    refused  nothing  allowed
      admin    refused  nothing  allowed
      service  refused  refused  refused
    `),
  )
})

test('a renamed project takes its link along', async () => {
  const { asks, owner, editor, sql } = await team()
  const [made] = await asks<{ id: string }>(owner, CREATE, ['Old name', 'acme', 'ferry'])
  await addRow(sql, 'project_members', { project_id: made?.id, user_id: editor.id, role: 'editor' })

  await asks(editor, `update public.projects set name = 'New name' where id = $1`, [made?.id])

  expect(await asks(owner, 'select project_name from public.bolt_projects')).toEqual([
    { project_name: 'New name' },
  ])
})
