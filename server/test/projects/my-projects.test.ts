import type { Person } from '@app/platform/test/test-people.ts'
import { expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { team } from '#test/team.ts'

const LIST = `select name, role, repository, owner_name, link_id is not null as linked, bolt_project_id,
                     removed_at is not null as removed
                from public.get_my_projects() order by name`

test('the list has what is linked, unlinked, without a link and shared, and nothing of others', async () => {
  const { asks, sql, owner, other } = await team()
  await link(sql, owner, 'Tide')
  const gone = await link(sql, owner, 'Wreck')
  await link(sql, other, 'Foreign')
  await asks(owner, 'delete from public.bolt_projects where id = $1', [gone])
  const none = { repository: null, owner_name: null, bolt_project_id: null }

  expect(await asks(owner, LIST)).toEqual([
    { name: 'Ferry', role: 'owner', linked: false, removed: false, ...none },
    {
      ...none,
      name: 'Tide',
      role: 'owner',
      repository: 'acme/tide',
      bolt_project_id: 'sb1-Tide',
      linked: true,
      removed: false,
    },
    {
      ...none,
      name: 'Wreck',
      role: 'owner',
      repository: 'acme/wreck',
      bolt_project_id: 'sb1-Wreck',
      linked: true,
      removed: true,
    },
  ])
})

test('who shares a project learns its repository, not the ids of its link', async () => {
  const { asks, sql, owner, viewer } = await team()
  const tide = await link(sql, owner, 'Tide')
  const [project] = await sql<{ id: string }>(
    'select id from public.projects where bolt_project_id = $1',
    [tide],
  )
  await addRow(sql, 'project_members', {
    project_id: project?.id,
    user_id: viewer.id,
    role: 'editor',
  })
  await sql(`update public.users set display_name = 'Olga' where id = $1`, [owner.id])

  const found = await asks(viewer, `${LIST.replace('order by', `where name = 'Tide' order by`)}`)

  expect(found).toEqual([
    {
      name: 'Tide',
      role: 'editor',
      repository: 'acme/tide',
      owner_name: 'Olga',
      linked: false,
      bolt_project_id: null,
      removed: false,
    },
  ])
})

test('a project that its owner has unlinked leaves the lists of those who shared it', async () => {
  const { asks, sql, owner, viewer } = await team()
  const tide = await link(sql, owner, 'Tide')
  const [project] = await sql<{ id: string }>(
    'select id from public.projects where bolt_project_id = $1',
    [tide],
  )
  await addRow(sql, 'project_members', { project_id: project?.id, user_id: viewer.id })
  await asks(owner, 'delete from public.bolt_projects where id = $1', [tide])

  const found = await asks<{ name: string }>(viewer, LIST)

  expect(found.map(({ name }) => name)).toEqual(['Ferry'])
})

test('visitors have no list', async () => {
  const { asks, callers } = await team()

  await expect(asks(callers.visitor as Person, LIST)).rejects.toMatchObject({ code: '42501' })
})

type AsOwner = Parameters<typeof addRow>[0]

const link = (sql: AsOwner, person: Person, name: string) =>
  addRow(sql, 'bolt_projects', {
    user_id: person.id,
    project_name: name,
    bolt_project_id: `sb1-${name}`,
    github_repo_owner: 'acme',
    github_repo_name: name.toLowerCase(),
  })
