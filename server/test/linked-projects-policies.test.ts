import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

const LINK = 'insert into public.bolt_projects (project_name) values ($1) returning id'

test('a link is seen, changed and deleted by its owner only, whoever shares the project', async () => {
  const { db, sql, signUp, visitor, member, other, admin, service } = await testPeople()
  const coMember = await signUp('co-member@example.test')
  const link = await addRow(sql, 'bolt_projects', { user_id: member.id, project_name: 'Ferry' })
  await sql(
    `insert into public.project_members (project_id, user_id, role)
     select id, $1, 'editor' from public.projects where bolt_project_id = $2`,
    [coMember.id, link],
  )
  const on = (text: string) => ({ text: `${text} where id = $1`, values: [link] })

  const found = await rights(
    db,
    { visitor, member, 'co-member': coMember, other, admin, service },
    {
      select: on('select * from public.bolt_projects'),
      insert: { text: LINK, values: ['Mine'] },
      'insert-for-member': {
        text: `insert into public.bolt_projects (user_id, project_name) values ($1, 'Gift')`,
        values: [member.id],
      },
      update: on(`update public.bolt_projects set github_repo_name = 'ferry'`),
      'give-away': on(`update public.bolt_projects set user_id = '${other.id}'`),
      delete: on('delete from public.bolt_projects'),
    },
  )

  expect(found).toBe(
    table(`
                 select   insert   insert-for-member  update   give-away  delete
      visitor    refused  refused  refused            refused  refused    refused
      member     allowed  allowed  allowed            allowed  refused    allowed
      co-member  nothing  allowed  refused            nothing  nothing    nothing
      other      nothing  allowed  refused            nothing  nothing    nothing
      admin      nothing  allowed  refused            nothing  nothing    nothing
      service    allowed  23502    allowed            allowed  allowed    allowed
    `),
  )
})

test('a deleted link is told as deleted, is out of sight, and can be restored by its owner', async () => {
  const { asks, member } = await testPeople()
  await asks(member, LINK, ['Ferry'])
  const seen = 'select project_name from public.bolt_projects'

  const deleted = await asks(member, 'delete from public.bolt_projects returning id, project_name')
  const afterwards = await asks(member, seen)
  const bin = await asks(member, 'select project_name from public.get_deleted_bolt_projects()')
  const restored = await asks(member, 'select project_name from public.restore_bolt_project($1)', [
    deleted[0]?.id,
  ])

  expect(deleted).toEqual([{ id: expect.any(String), project_name: 'Ferry' }])
  expect(afterwards).toEqual([])
  expect(bin).toEqual([{ project_name: 'Ferry' }])
  expect(restored).toEqual([{ project_name: 'Ferry' }])
  expect(await asks(member, seen)).toEqual([{ project_name: 'Ferry' }])
})

test('nobody looks into another’s bin or takes something out of it', async () => {
  const { db, sql, visitor, member, other, admin } = await testPeople()
  const link = await addRow(sql, 'bolt_projects', { user_id: member.id, project_name: 'Ferry' })
  await sql('delete from public.bolt_projects where id = $1', [link])

  const found = await rights(
    db,
    { visitor, member, other, admin },
    {
      look: { text: 'select * from public.get_deleted_bolt_projects()' },
      restore: { text: 'select * from public.restore_bolt_project($1)', values: [link] },
    },
  )

  expect(found).toBe(
    table(`
               look     restore
      visitor  refused  refused
      member   allowed  allowed
      other    nothing  nothing
      admin    nothing  nothing
    `),
  )
})

test('when a link was seen is told to its owner only, and written by nobody', async () => {
  const { db, sql, visitor, member, other, admin, service } = await testPeople()
  const link = await addRow(sql, 'bolt_projects', { user_id: member.id, project_name: 'Ferry' })
  await sql('insert into app.link_seen (link_id, seen_at) values ($1, app.now())', [link])

  const found = await rights(
    db,
    { visitor, member, other, admin, service },
    {
      told: { text: 'select last_sync_at from public.get_linked_projects()' },
      read: { text: 'select from app.link_seen' },
      'read-links': { text: 'select from app.synced_links' },
      write: { text: 'update app.link_seen set seen_at = app.now()' },
    },
  )

  expect(found).toBe(
    table(`
               told     read     read-links  write
      visitor  refused  refused  refused     refused
      member   allowed  refused  refused     refused
      other    nothing  refused  refused     refused
      admin    nothing  refused  refused     refused
      service  refused  refused  refused     refused
    `),
  )
})

test('the server’s deletions are soft too', async () => {
  const { asks, sql, member, service } = await testPeople()
  await asks(member, LINK, ['Ferry'])

  await asks(service, 'delete from public.bolt_projects')

  expect(await sql('select project_name, deleted_at from public.bolt_projects')).toEqual([
    { project_name: 'Ferry', deleted_at: expect.any(Date) },
  ])
})

test('two links may have one name, but one builder id is one link', async () => {
  const { asks, member, other } = await testPeople()
  const link = `insert into public.bolt_projects (bolt_project_id, project_name) values ($1, 'Ferry')`

  await asks(member, link, ['sb1-a'])
  await asks(member, link, ['sb1-b'])
  await asks(other, link, ['sb1-a'])

  await expect(asks(member, link, ['sb1-a'])).rejects.toMatchObject({ code: '23505' })
})

test('sending a link again by upsert changes it', async () => {
  const { asks, member } = await testPeople()
  const upsert = `
    insert into public.bolt_projects (user_id, bolt_project_id, project_name) values ($1, 'sb1-a', $2)
    on conflict (user_id, bolt_project_id) do update
       set user_id = excluded.user_id, bolt_project_id = excluded.bolt_project_id, project_name = excluded.project_name
    returning project_name`

  await asks(member, upsert, [member.id, 'Ferry'])
  const again = await asks(member, upsert, [member.id, 'Steamer'])

  expect(again).toEqual([{ project_name: 'Steamer' }])
})

test('a link made on the website gets an id the extension accepts', async () => {
  const { asks, member } = await testPeople()

  const [link] = await asks(member, `${LINK}, bolt_project_id`, ['Ferry'])

  expect(link?.bolt_project_id).toMatch(/^[a-zA-Z0-9_-]+$/)
})

test('builder ids the extension would not take, and addresses that are no web page, are refused', async () => {
  const { asks, member } = await testPeople()
  const link = (column: string, value: string) =>
    asks(member, `insert into public.bolt_projects (project_name, ${column}) values ('x', $1)`, [
      value,
    ])

  await expect(link('bolt_project_id', 'github.com')).rejects.toMatchObject({ code: '23514' })
  await expect(link('github_repo_url', 'javascript:alert(1)')).rejects.toMatchObject({
    code: '23514',
  })
})

test('linking makes the project at once, with its owner as a member', async () => {
  const { asks, member } = await testPeople()

  const [link] = await asks(member, LINK, ['Ferry'])

  expect(
    await asks(
      member,
      `select bolt_project_id, name, status, role
         from public.projects join public.project_members on project_id = projects.id`,
    ),
  ).toEqual([{ bolt_project_id: link?.id, name: 'Ferry', status: 'active', role: 'owner' }])
})

test('unlinking hides the project with all that is in it, restoring brings it back', async () => {
  const { asks, sql, member } = await testPeople()
  const [link] = await asks(member, LINK, ['Ferry'])
  const [project] = await asks(member, 'select id from public.projects')
  await addRow(sql, 'tasks', { project_id: project?.id, name: 'Sail' })
  const visible = async () => [
    (await asks(member, 'select from public.projects')).length,
    (await asks(member, 'select from public.project_members')).length,
    (await asks(member, 'select from public.tasks')).length,
  ]

  await asks(member, 'delete from public.bolt_projects')
  const unlinked = await visible()
  await asks(member, 'select public.restore_bolt_project($1)', [link?.id])
  const restored = await visible()

  expect(unlinked).toEqual([0, 0, 0])
  expect(restored).toEqual([1, 1, 1])
})

test('deleting a project unlinks it, and restoring the link begins a new one', async () => {
  const { asks, member } = await testPeople()
  const [link] = await asks(member, LINK, ['Ferry'])
  const [before] = await asks(member, 'select id from public.projects')

  await asks(member, 'delete from public.projects')
  const unlinked = await asks(member, 'select from public.bolt_projects')
  await asks(member, 'select public.restore_bolt_project($1)', [link?.id])
  const [after] = await asks(member, 'select id, name from public.projects')

  expect(unlinked).toEqual([])
  expect(after).toEqual({ id: expect.any(String), name: 'Ferry' })
  expect(after?.id).not.toBe(before?.id)
})

test('a project is called as its link is', async () => {
  const { asks, member } = await testPeople()
  await asks(member, LINK, ['Ferry'])

  await asks(member, `update public.bolt_projects set project_name = 'Steamer'`)

  expect(await asks(member, 'select name from public.projects')).toEqual([{ name: 'Steamer' }])
})

test('links of one member that share a branch are found, whatever the case, and nobody else’s', async () => {
  const { asks, member, other, visitor } = await testPeople()
  const link = (
    who: typeof member,
    name: string,
    repository: string,
    branch: string | null = null,
  ) =>
    asks(
      who,
      `insert into public.bolt_projects (project_name, github_repo_owner, github_repo_name, github_branch)
       values ($1, 'mia', $2, $3)`,
      [name, repository, branch],
    )
  await link(member, 'First', 'tide')
  await link(member, 'Second', 'Tide', 'main')
  await link(member, 'Other branch', 'tide', 'draft')
  await link(member, 'Deleted', 'tide')
  await asks(member, `delete from public.bolt_projects where project_name = 'Deleted'`)
  await link(member, 'Alone', 'moon')
  await link(other, 'A stranger’s', 'tide')

  const text = 'select project_name, repo_owner, branch from public.get_duplicate_links()'
  const found = await asks(member, text)

  expect(found.map(({ project_name }) => project_name).toSorted()).toEqual(['First', 'Second'])
  expect(found[0]).toMatchObject({ repo_owner: 'mia', branch: 'main' })
  expect(await asks(other, text)).toEqual([])
  await expect(asks(visitor, text)).rejects.toThrow(/permission denied/)
})
