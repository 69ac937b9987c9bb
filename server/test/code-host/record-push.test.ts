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

test('the first push of a project links it and counts: history and state show it, once however often it is told', async () => {
  const { member } = await connected()
  const first = { boltProjectId: 'sb1-first', projectName: ' Tide clock 🌊 ', branch: 'main' }

  const answers = await Promise.all([1, 2, 3].map(() => record(member, first)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await linksOf(member)).toEqual([
    {
      bolt_project_id: 'sb1-first',
      project_name: 'Tide clock 🌊',
      repo: 'Ada/Tide-Tables',
      github_branch: 'main',
      is_deleted: false,
    },
  ])
  const [state, ...others] = await statesOf(member)
  expect(others).toEqual([])
  expect(state).toMatchObject({ state: 'in_sync', last_push_sha: PUSH.commitSha })
  expect(await eventsOf(String(state?.project_id))).toEqual([
    { result: 'updated', direction: 'outward', counts: { files: 3 }, message: 'Second' },
  ])
  expect(await pushesOf(member)).toMatchObject([{ project_id: state?.project_id }])
})

test('the extension’s list after it finds the link, renames it and makes no second one', async () => {
  const { member } = await connected()
  await record(member, { boltProjectId: 'sb1-listed' })
  const listed = {
    bolt_project_id: 'sb1-listed',
    project_name: 'Tides',
    github_repo_owner: PUSH.owner,
    github_repo_name: PUSH.name,
    github_branch: PUSH.branch,
  }

  const { body } = await sync(member, [listed])

  expect(body).toMatchObject({ success: true, conflicts: [], deletedProjects: [] })
  expect(await linksOf(member)).toMatchObject([
    { bolt_project_id: 'sb1-listed', project_name: 'Tides' },
  ])
  expect(await statesOf(member)).toMatchObject([{ state: 'in_sync' }])
})

test('a list from before the push does not delete what the push has linked', async () => {
  const { member } = await connected()
  await record(member, { boltProjectId: 'sb1-newer' })

  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await sync(member, [], { lastSyncTimestamp: later })

  expect(body).toMatchObject({ deletedProjects: [] })
  expect(await linksOf(member)).toMatchObject([{ is_deleted: false }])
})

test('a project without a name is called as its repository', async () => {
  const { member } = await connected()

  await record(member, { boltProjectId: 'sb1-nameless', projectName: '  ' })

  expect(await linksOf(member)).toMatchObject([{ project_name: 'Tide-Tables' }])
})

test('a link without a repository gets the one that was pushed to', async () => {
  const { member } = await connected()
  await linked(member, 'sb1-bare')

  await record(member, { boltProjectId: 'sb1-bare', projectName: 'Other' })

  expect(await linksOf(member)).toMatchObject([{ project_name: 'Tides', repo: 'Ada/Tide-Tables' }])
  expect(await statesOf(member)).toMatchObject([{ state: 'in_sync' }])
})

test('a link with another repository stays as it is', async () => {
  const { member } = await connected()
  await linkTo(member, 'sb1-moved', 'ada', 'elsewhere')

  await record(member, { boltProjectId: 'sb1-moved' })

  expect(await linksOf(member)).toMatchObject([{ repo: 'ada/elsewhere' }])
  expect(await pushesOf(member)).toMatchObject([{ project_id: expect.any(String) }])
})

test('a link made on the website to the same branch is found, not doubled', async () => {
  const { member } = await connected()
  await linkTo(member, 'web-0123456789abcdef', 'ada', 'tide-tables', 'feature/x')

  await record(member, { boltProjectId: 'sb1-website' })

  expect(await linksOf(member)).toHaveLength(1)
  expect(await statesOf(member)).toMatchObject([{ state: 'in_sync' }])
})

test('another branch of a linked repository is a link of its own', async () => {
  const { member } = await connected()
  await linkTo(member, 'sb1-main', 'ada', 'tide-tables', 'main')

  await record(member, { boltProjectId: 'sb1-branch' })

  expect(await linksOf(member)).toMatchObject([
    { bolt_project_id: 'sb1-branch', github_branch: 'feature/x' },
    { bolt_project_id: 'sb1-main', github_branch: 'main' },
  ])
  const [, newest] = (await statesOf(member)).toSorted((one) => (one.branch === 'main' ? -1 : 1))
  expect(newest).toMatchObject({ state: 'in_sync', branch: 'feature/x' })
})

test.each([
  ['stays so: the extension knew it and pushes to the same branch', true, 'feature/x', true],
  ['comes back with another branch', true, 'main', false],
  ['comes back if the extension had dropped it', false, 'feature/x', false],
])('an unlinked project %s', async (_case, isKnown, branch, staysDeleted) => {
  const { member } = await connected()
  await linkTo(member, 'sb1-unlinked', 'ada', 'tide-tables', branch)
  await testServer().sql(
    'update public.bolt_projects set deleted_at = now(), extension_digest = $2 where user_id = $1',
    [member.id, isKnown ? 'a'.repeat(64) : null],
  )

  await record(member, { boltProjectId: 'sb1-unlinked' })

  expect(await linksOf(member)).toMatchObject([{ is_deleted: staysDeleted }])
  expect(await statesOf(member)).toHaveLength(staysDeleted ? 0 : 1)
  expect(await pushesOf(member)).toHaveLength(1)
})

test('a first push that failed links nothing', async () => {
  const { member } = await connected()

  await record(member, { boltProjectId: 'sb1-none', succeeded: false, commitSha: null })

  expect(await linksOf(member)).toEqual([])
  expect(await pushesOf(member)).toMatchObject([{ project_id: null, succeeded: false }])
})

test('the quota of links holds for pushes too', async () => {
  const { member } = await connected()
  for (let first = 1; first < 10_000; first += 500) {
    await testServer().sql(
      `insert into public.bolt_projects (user_id, bolt_project_id, project_name, deleted_at)
       select $1, 'sb1-' || one, 'One', now() from generate_series($2::int, $2::int + 499) as one`,
      [member.id, first],
    )
  }

  expect(await record(member, { boltProjectId: 'sb1-too-many' })).toMatchObject({
    status: 413,
    body: { code: 'quota_exceeded' },
  })
  expect(await pushesOf(member)).toEqual([])
})

test('others’ projects are out of reach: the push is its member’s alone', async () => {
  const { member } = await connected()
  const { member: other } = await connected()
  const { project } = await linked(other, 'sb1-others')

  await record(member, { boltProjectId: 'sb1-others', owner: 'nobody' })

  const [own] = await statesOf(member)
  expect(own?.project_id).not.toBe(project)
  expect(await pushesOf(member)).toMatchObject([{ project_id: own?.project_id }])
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
  ['a project’s name that cannot be stored', { projectName: 'a\ud800' }],
  ['a project’s name without an end', { projectName: 'a'.repeat(1001) }],
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

const sync = ({ token }: TestMember, localProjects: object[], more: object = {}) =>
  testServer().call('sync-bolt-projects', token, {
    body: { localProjects, conflictResolution: 'auto-resolve', ...more },
  })

const linkTo = (
  { id }: TestMember,
  boltProjectId: string,
  owner: string,
  name: string,
  branch: string | null = null,
) =>
  testServer().sql(
    `insert into public.bolt_projects
       (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_branch)
     values ($1, $2, 'Tides', $3, $4, $5)`,
    [id, boltProjectId, owner, name, branch],
  )

const linksOf = ({ id }: TestMember) =>
  testServer().sql(
    `select bolt_project_id, project_name, github_repo_owner || '/' || github_repo_name as repo,
            github_branch, deleted_at is not null as is_deleted
       from public.bolt_projects where user_id = $1 order by bolt_project_id`,
    [id],
  )

type State = { project_id: string; state: string; branch: string | null }

async function statesOf({ token }: TestMember): Promise<State[]> {
  const answer = await fetch(`${testServer().urlOf(0)}/rest/v1/rpc/get_sync_states`, {
    headers: {
      apikey: testServer().givenEnv.PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
    },
  })
  return (await answer.json()) as State[]
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
