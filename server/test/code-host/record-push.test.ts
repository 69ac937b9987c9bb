import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'
import { pushBy, webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected, deliver, link } = webhooksOf(testServer)

const PUSH = {
  owner: 'Ada',
  name: 'Tide-Tables',
  branch: 'feature/x',
  commitSha: 'b'.repeat(40),
  message: 'Second\n\nFixes #1',
  added: 1,
  modified: 2,
  deleted: 0,
  succeeded: true,
}

test('a push is recorded for the project and in its history, once however often it is told', async () => {
  const { member } = await connected()
  const { project } = await linked(member, 'sb1-one')

  const answers = await Promise.all(
    [1, 2, 3].map(() => record(member, { boltProjectId: 'sb1-one' })),
  )

  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array(3).fill([200, { success: true }]),
  )
  expect(await pushesOf(member)).toEqual([
    {
      project_id: project,
      repo: 'Ada/Tide-Tables',
      branch: 'feature/x',
      commit_sha: PUSH.commitSha,
      commit_message: PUSH.message,
      files: [1, 2, 0],
      succeeded: true,
      error: null,
      is_own: true,
      author: null,
    },
  ])
  expect(await eventsOf(project)).toEqual([
    { result: 'updated', direction: 'outward', counts: { files: 3 }, message: 'Second' },
  ])
})

test('GitHub’s webhook after it adds what it knows, and no second row', async () => {
  const { testMember: member, githubId, project } = await pusher()
  await record(member, { owner: 'ada', name: 'tide-tables' })

  await deliver(JSON.stringify(pushBy(githubId, { login: 'ada', id: 1 })), { event: 'push' })
  await testServer().settle()

  expect(await pushesOf(member)).toEqual([
    expect.objectContaining({ author: 'the-pusher', files: [1, 2, 0], project_id: project }),
  ])
  expect(await eventsOf(project)).toHaveLength(1)
})

test('after the webhook the call changes nothing', async () => {
  const { testMember: member, githubId, project } = await pusher()
  await deliver(JSON.stringify(pushBy(githubId, { login: 'ada', id: 1 })), { event: 'push' })
  await testServer().settle()

  const answer = await record(member, { owner: 'ADA', name: 'tide-tables' })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await pushesOf(member)).toHaveLength(1)
  expect(await eventsOf(project)).toHaveLength(1)
})

test('a push that failed is told with its code, and closes no task', async () => {
  const { member } = await connected()
  const { project } = await linked(member, 'sb1-failed')
  await testServer().sql(
    `insert into public.tasks (project_id, name, created_by) values ($1, 'Sail', $2)`,
    [project, member.id],
  )
  const failed = { boltProjectId: 'sb1-failed', succeeded: false, errorCode: 'branch_protected' }

  await record(member, { ...failed, commitSha: undefined })

  expect(await pushesOf(member)).toEqual([
    expect.objectContaining({ succeeded: false, error: 'branch_protected', commit_sha: null }),
  ])
  expect(await eventsOf(project)).toMatchObject([{ result: 'failed' }])
  expect(await tasksOf(project)).toEqual([{ status: expect.not.stringMatching('done') }])
})

test('tasks that the message names are closed, as by the webhook', async () => {
  const { member } = await connected()
  const { project } = await linked(member, 'sb1-tasks')
  await testServer().sql(
    `insert into public.tasks (project_id, name, created_by) values ($1, 'Sail', $2)`,
    [project, member.id],
  )

  await record(member, { boltProjectId: 'sb1-tasks' })

  expect(await tasksOf(project)).toEqual([{ status: 'done' }])
})

test('others’ projects are out of reach: the push is its member’s alone', async () => {
  const { member } = await connected()
  const { member: other } = await connected()
  const { project } = await linked(other, 'sb1-others')

  await record(member, { boltProjectId: 'sb1-others', owner: 'nobody' })

  expect(await pushesOf(member)).toMatchObject([{ project_id: null }])
  expect(await eventsOf(project)).toEqual([])
})

test.each([
  ['no commit though it succeeded', { commitSha: null }],
  ['a commit that is none', { commitSha: 'main' }],
  ['a negative number of files', { added: -1 }],
  ['a number with a fraction', { deleted: 0.5 }],
  ['an owner with a path', { owner: '../a' }],
  ['a name with a slash', { name: 'a/b' }],
  ['an empty branch', { branch: '' }],
  ['a message that cannot be stored', { message: 'a\u0000b' }],
  ['a code with words', { succeeded: false, errorCode: 'It failed!' }],
])('%s is refused', async (_name, more) => {
  const member = await testServer().newMember()

  expect(await record(member, more)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
  expect(await pushesOf(member)).toEqual([])
})

test('whoever has a second factor uses it first', async () => {
  const member = await testServer().newMember({ hasFactor: true })

  expect(await record(member, {})).toMatchObject({
    status: 403,
    body: { code: 'insufficient_aal' },
  })
})

const record = ({ token }: TestMember, more: object) =>
  testServer().call('record-push', token, { body: { ...PUSH, ...more } })

async function pusher() {
  const { member, githubId } = await connected()
  await link(member, 'ada', 'tide-tables')
  const [row] = await testServer().sql<{ id: string }>(
    'select id from public.projects where owner_id = $1',
    [member.id],
  )

  return { testMember: member, githubId, project: String(row?.id) }
}

async function linked({ id }: TestMember, boltProjectId: string) {
  await testServer().sql(
    `insert into public.bolt_projects (user_id, bolt_project_id, project_name) values ($1, $2, 'Tides')`,
    [id, boltProjectId],
  )
  const [row] = await testServer().sql<{ id: string }>(
    'select id from public.projects where owner_id = $1',
    [id],
  )

  return { project: String(row?.id) }
}

const pushesOf = ({ id }: TestMember) =>
  testServer().sql(
    `select project_id, repo_owner || '/' || repo_name as repo, branch, commit_sha, commit_message,
            array[files_added, files_modified, files_deleted] as files, succeeded, error, is_own, author
       from public.push_records where user_id = $1`,
    [id],
  )

const eventsOf = (project: string) =>
  testServer().sql(
    'select result, direction, counts, message from public.sync_events where project_id = $1 and push_id is not null',
    [project],
  )

const tasksOf = (project: string) =>
  testServer().sql('select status from public.tasks where project_id = $1', [project])
