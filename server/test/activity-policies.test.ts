import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { type Attempts, rights, table } from './rights.ts'
import { testPeople } from './test-people.ts'

test('the history of a project is read by its members and written by the server', async () => {
  const { db, callers, member, project } = await sharedProject()

  const found = await rights(
    db,
    callers,
    everything('sync_events', {
      user_id: member.id,
      project_id: project,
      direction: 'outward',
      result: 'updated',
    }),
  )

  expect(found).toBe(
    table(`
                 select   insert   update   delete
      visitor    refused  refused  refused  refused
      member     allowed  refused  refused  refused
      co-member  allowed  refused  refused  refused
      other      nothing  refused  refused  refused
      admin      nothing  refused  refused  refused
      service    allowed  allowed  allowed  allowed
    `),
  )
})

test('a push is read by who made it and by the members of its project', async () => {
  const { db, callers, member, project } = await sharedProject()

  const found = await rights(db, callers, everything('push_records', push(member.id, project)))

  expect(found).toBe(
    table(`
                 select   insert   update   delete
      visitor    refused  refused  refused  refused
      member     allowed  refused  refused  refused
      co-member  allowed  refused  refused  refused
      other      nothing  refused  refused  refused
      admin      nothing  refused  refused  refused
      service    allowed  allowed  allowed  allowed
    `),
  )
})

test('a push outside any project is its maker’s alone', async () => {
  const { db, sql, callers, member } = await sharedProject()
  await sql('delete from public.push_records')
  await addRow(sql, 'push_records', push(member.id, null))

  const found = await rights(db, callers, { select: { text: 'select from public.push_records' } })

  expect(found).toBe(
    table(`
                 select
      visitor    refused
      member     allowed
      co-member  nothing
      other      nothing
      admin      nothing
      service    allowed
    `),
  )
})

test('the chart counts what the caller pushed and imported, day by day', async () => {
  const { asks, sql, member, callers, project } = await sharedProject()
  await sql('delete from public.push_records')
  for (const [created_at, commit_sha] of [
    ['now()', 'c0ffee'],
    ['now()', null],
    [`now() - interval '29 days'`, 'c0ffee'],
    [`now() - interval '31 days'`, 'c0ffee'],
  ]) {
    const id = await addRow(sql, 'push_records', { ...push(member.id, project), commit_sha })
    await sql(`update public.push_records set created_at = ${created_at} where id = $1`, [id])
  }
  for (const made_public_at of [`now() - interval '3 days'`, 'null']) {
    const id = await addRow(sql, 'temporary_clones', clone(member.id))
    await sql(
      `update public.temporary_clones set made_public_at = ${made_public_at} where id = $1`,
      [id],
    )
  }
  const chart = 'select pushes::int, commits::int, imports::int from public.get_push_activity(30)'

  expect(await asks(member, chart)).toEqual([
    { pushes: 1, commits: 1, imports: 0 },
    { pushes: 0, commits: 0, imports: 1 },
    { pushes: 2, commits: 1, imports: 0 },
  ])
  expect(await asks(callers['co-member'], chart)).toEqual([])
})

test('a temporary copy is seen by who asked for it, and handled by the server', async () => {
  const { db, callers, member } = await sharedProject()

  const found = await rights(db, callers, everything('temporary_clones', clone(member.id)))

  expect(found).toBe(
    table(`
                 select   insert   update   delete
      visitor    refused  refused  refused  refused
      member     allowed  refused  refused  refused
      co-member  nothing  refused  refused  refused
      other      nothing  refused  refused  refused
      admin      nothing  refused  refused  refused
      service    allowed  allowed  allowed  allowed
    `),
  )
})

test('a temporary copy is due after a minute, and at once when its owner goes', async () => {
  const { sql, member } = await testPeople()
  await addRow(sql, 'temporary_clones', clone(member.id))
  const copies = () =>
    sql(
      `select user_id, clone_full_name, delete_at - created_at = interval '1 minute' as after_a_minute,
              delete_at <= now() as is_due
         from public.temporary_clones`,
    )

  const before = await copies()
  await sql('delete from auth.users where id = $1', [member.id])
  const after = await copies()

  const copy = { clone_full_name: 'member/temp-ferry' }
  expect(before).toEqual([{ ...copy, user_id: member.id, after_a_minute: true, is_due: false }])
  expect(after).toEqual([{ ...copy, user_id: null, after_a_minute: false, is_due: true }])
})

test('product events are read by admins and written by the server', async () => {
  const { db, callers, member } = await sharedProject()

  const found = await rights(
    db,
    callers,
    everything('analytics', { user_id: member.id, name: 'push' }),
  )

  expect(found).toBe(
    table(`
                 select   insert   update   delete
      visitor    refused  refused  refused  refused
      member     nothing  refused  refused  refused
      co-member  nothing  refused  refused  refused
      other      nothing  refused  refused  refused
      admin      allowed  refused  refused  refused
      service    allowed  allowed  allowed  allowed
    `),
  )
})

test('the audit log is read by admins, added to by the server, and changed by nobody', async () => {
  const { db, callers, admin } = await sharedProject()

  const found = await rights(
    db,
    callers,
    everything('audit_log', { actor_id: admin.id, action: 'feedback_deleted' }),
  )

  expect(found).toBe(
    table(`
                 select   insert   update   delete
      visitor    refused  refused  refused  refused
      member     nothing  refused  refused  refused
      co-member  nothing  refused  refused  refused
      other      nothing  refused  refused  refused
      admin      allowed  refused  refused  refused
      service    allowed  allowed  refused  refused
    `),
  )
})

/** The member's project with one co-member, and one row in each table of this file. */
async function sharedProject() {
  const home = await testPeople()
  const { sql, signUp, visitor, member, other, admin, service } = home
  const coMember = await signUp('co-member@example.test')
  const project = await addRow(sql, 'projects', { owner_id: member.id, name: 'Ferry' })
  await addRow(sql, 'project_members', { project_id: project, user_id: coMember.id })
  await addRow(sql, 'sync_events', {
    user_id: member.id,
    project_id: project,
    direction: 'outward',
    result: 'created',
  })
  await addRow(sql, 'push_records', push(member.id, project))
  await addRow(sql, 'temporary_clones', clone(member.id))
  await addRow(sql, 'analytics', { user_id: member.id, name: 'signed_up' })
  await addRow(sql, 'audit_log', { actor_id: admin.id, action: 'user_banned' })
  const callers = { visitor, member, 'co-member': coMember, other, admin, service }

  return { ...home, callers, project }
}

function everything(tableName: string, row: Record<string, unknown>): Attempts {
  const columns = Object.keys(row)

  return {
    select: { text: `select * from public.${tableName}` },
    insert: {
      text: `insert into public.${tableName} (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})`,
      values: Object.values(row),
    },
    update: { text: `update public.${tableName} set created_at = now()` },
    delete: { text: `delete from public.${tableName}` },
  }
}

function push(userId: string, projectId: string | null) {
  return {
    user_id: userId,
    project_id: projectId,
    repo_owner: 'member',
    repo_name: 'ferry',
    branch: 'main',
    succeeded: true,
  }
}

function clone(userId: string) {
  return {
    user_id: userId,
    source_full_name: 'member/ferry',
    clone_full_name: 'member/temp-ferry',
  }
}
