import { expect, test } from 'vitest'
import { addRow } from './add-row.ts'
import { testPeople } from './test-people.ts'

const STATES = `select state, ahead_by::int, last_push_sha, failed_message, is_mine from public.get_sync_states()`

test('without a repository, or without a connection, a project is not connected', async () => {
  const { asks, member, link, connect } = await home()
  await link({ github_repo_owner: null, github_repo_name: null })
  await link({})

  const before = await asks(member, STATES)
  await connect(member)
  const after = await asks(member, `${STATES} order by project_id`)

  expect(before.map(({ state }) => state)).toEqual(['not_connected', 'not_connected'])
  expect(after.map(({ state }) => state).toSorted()).toEqual(['never_pushed', 'not_connected'])
})

test('the newest own push decides between in sync and failed', async () => {
  const { asks, member, link, connect, push } = await home()
  await connect(member)
  const project = await link({})
  const state = async () => (await asks(member, STATES))[0]

  await push(project, { minutes: 10, commit_sha: 'aaa' })
  const first = await state()
  await push(project, { minutes: 9, succeeded: false, error: 'GitHub answered 502' })
  const second = await state()
  await push(project, { minutes: 8, commit_sha: 'bbb' })
  const third = await state()

  expect(first).toMatchObject({ state: 'in_sync', last_push_sha: 'aaa', failed_message: null })
  expect(second).toMatchObject({
    state: 'push_failed',
    last_push_sha: 'aaa',
    failed_message: 'GitHub answered 502',
  })
  expect(third).toMatchObject({ state: 'in_sync', last_push_sha: 'bbb', failed_message: null })
})

test('GitHub is ahead by the commits of others since the last own push or import', async () => {
  const { asks, member, link, connect, push, sql } = await home()
  await connect(member)
  const project = await link({ github_branch: 'main' })
  const state = async () => (await asks(member, STATES))[0]
  const others = { is_own: false, author: 'jonas' }

  await push(project, { ...others, minutes: 10, commit_count: 9 })
  await push(project, { minutes: 9, commit_sha: 'own' })
  await push(project, { ...others, minutes: 8, commit_count: 2 })
  await push(project, { ...others, minutes: 7, commit_count: 3 })
  await push(project, { ...others, minutes: 6, commit_count: 50, branch: 'other' })
  await push(project, { ...others, minutes: 5, commit_count: 50, repo_name: 'elsewhere' })
  const ahead = await state()
  await addRow(sql, 'sync_events', {
    user_id: member.id,
    project_id: project,
    direction: 'inward',
    result: 'updated',
    counts: { files: 4 },
  })
  const imported = await state()

  expect(ahead).toMatchObject({ state: 'github_ahead', ahead_by: 5, last_push_sha: 'own' })
  expect(imported).toMatchObject({ state: 'in_sync', ahead_by: 0 })
})

test('a failed push is reported although the connection has ended', async () => {
  const { asks, member, link, push } = await home()
  const project = await link({})
  await push(project, { minutes: 1, succeeded: false })

  expect(await asks(member, STATES)).toMatchObject([{ state: 'push_failed' }])
})

test('members of a project see the owner’s state; others, and unlinked projects, are not listed', async () => {
  const { asks, sql, member, other, admin, visitor, signUp, link, connect, push } = await home()
  const viewer = await signUp('viewer@example.test')
  await connect(member)
  const project = await link({})
  await push(project, { minutes: 1, commit_sha: 'own' })
  await addRow(sql, 'project_members', { project_id: project, user_id: viewer.id, role: 'viewer' })

  expect(await asks(viewer, STATES)).toMatchObject([{ state: 'in_sync', is_mine: false }])
  expect(await asks(member, STATES)).toMatchObject([{ state: 'in_sync', is_mine: true }])
  expect(await asks(other, STATES)).toEqual([])
  expect(await asks(admin, STATES)).toEqual([])
  await expect(asks(visitor, STATES)).rejects.toThrow('permission denied')

  await sql('update public.bolt_projects set deleted_at = now()')
  expect(await asks(member, STATES)).toEqual([])
  expect(await asks(viewer, STATES)).toEqual([])
})

test('named projects are answered alone, and only where the caller is a member', async () => {
  const { asks, member, other, link } = await home()
  const [first] = [await link({}), await link({})]
  const named = 'select project_id from public.get_sync_states($1)'

  expect(await asks(member, named, [[first]])).toEqual([{ project_id: first }])
  expect(await asks(other, named, [[first]])).toEqual([])
})

test('a session that lacks its second factor sees no state', async () => {
  const { asks, sql, member, link } = await home()
  await link({})
  await sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'enc1.x', now(), now())`,
    [member.id],
  )

  expect(await asks(member, STATES)).toEqual([])
})

test('attention lists failed pushes, GitHub ahead, overdue tasks and an ending connection of the caller', async () => {
  const { asks, sql, member, other, link, connect, push } = await home()
  await connect(member, { refresh_token_expires_at: `now() + interval '3 days'` })
  const [failed, ahead, archived] = [await link({}), await link({}), await link({})]
  await push(failed, { minutes: 1, succeeded: false, error: 'No rights' })
  await push(ahead, { minutes: 1, is_own: false, commit_count: 2 })
  await push(archived, { minutes: 1, succeeded: false })
  await sql(`update public.projects set status = 'archived' where id = $1`, [archived])
  const task = { project_id: ahead, assignee_id: member.id, position: 1 }
  await addRow(sql, 'tasks', { ...task, name: 'Late', due_date: '2026-05-01' })
  await addRow(sql, 'tasks', { ...task, name: 'Today', due_date: '2026-05-02' })
  await addRow(sql, 'tasks', { ...task, name: 'Done', due_date: '2026-05-01', status: 'done' })
  await addRow(sql, 'tasks', {
    ...task,
    name: 'Not mine',
    due_date: '2026-05-01',
    assignee_id: null,
  })
  const attention = `select kind, project_id, task_number, task_name, commits::int, message from public.get_attention('2026-05-02')`

  expect(await asks(member, attention)).toEqual([
    item({ kind: 'connection_ends', message: 'mia' }),
    item({ kind: 'push_failed', project_id: failed, message: 'No rights' }),
    item({ kind: 'github_ahead', project_id: ahead, commits: 2 }),
    item({ kind: 'task_overdue', project_id: ahead, task_number: 1, task_name: 'Late' }),
  ])
  expect(await asks(other, attention)).toEqual([])
})

const item = (fields: object) => ({
  project_id: null,
  task_number: null,
  task_name: null,
  commits: null,
  message: null,
  ...fields,
})

async function home() {
  const people = await testPeople()
  const { sql, member } = people

  return {
    ...people,
    /** Answers with the id of the link's project. */
    async link(row: Record<string, unknown>): Promise<string> {
      const id = await addRow(sql, 'bolt_projects', {
        user_id: member.id,
        project_name: 'Ferry',
        github_repo_owner: 'Member',
        github_repo_name: 'ferry',
        ...row,
      })
      await sql(
        `update public.bolt_projects set created_at = now() - interval '1 day' where id = $1`,
        [id],
      )
      const [project] = await sql('select id from public.projects where bolt_project_id = $1', [id])
      return String(project?.id)
    },
    connect: ({ id }: { id: string }, columns: Record<string, string> = {}) =>
      sql(
        `insert into public.github_integrations
           (user_id, access_token, github_username ${Object.keys(columns).map((name) => `, ${name}`)})
         values ($1, 'enc1.x', 'mia' ${Object.values(columns).map((value) => `, ${value}`)})`,
        [id],
      ),
    async push(projectId: string, { minutes, ...row }: Record<string, unknown>): Promise<void> {
      const id = await addRow(sql, 'push_records', {
        user_id: member.id,
        project_id: projectId,
        repo_owner: 'member',
        repo_name: 'ferry',
        branch: 'main',
        succeeded: true,
        ...row,
      })
      await sql(
        `update public.push_records set created_at = now() - $2 * interval '1 minute' where id = $1`,
        [id, minutes],
      )
    },
  }
}
