import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'
import { webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected } = webhooksOf(testServer)

const PLACE = { owner: 'Ada', name: 'Tide-Tables', branch: 'main' }
const PULL = { ...PLACE, commitSha: 'b'.repeat(40), added: 1, modified: 2, deleted: 1 }

test('changes that were brought back are in the history, and GitHub is no longer ahead', async () => {
  const { member, project } = await aheadBy('b')
  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 2 })

  const answer = await record(member, { boltProjectId: 'sb1-back' })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await stateOf(member)).toMatchObject({ state: 'in_sync', ahead_by: 0 })
  expect(await importsOf(project)).toEqual([
    { direction: 'inward', result: 'updated', counts: { files: 4 } },
  ])
})

test('without a builder id the project of this repository is found', async () => {
  const { member, project } = await aheadBy('b')

  await record(member, { owner: 'ada', name: 'tide-tables' })

  expect(await importsOf(project)).toHaveLength(1)
})

test('what was pushed after the commit that was pulled still counts', async () => {
  const { member, push } = await aheadBy('b')
  await push('c')

  await record(member, { boltProjectId: 'sb1-back' })

  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 2 })
  await record(member, { boltProjectId: 'sb1-back', commitSha: 'c'.repeat(40) })
  expect(await stateOf(member)).toMatchObject({ state: 'in_sync' })
})

test('a project that is not linked, and one of somebody else, get no entry', async () => {
  const { project } = await aheadBy('b')
  const other = await testServer().newMember()

  const answer = await record(other, { boltProjectId: 'sb1-back' })

  expect(answer).toMatchObject({ status: 200 })
  expect(await importsOf(project)).toEqual([])
})

test.each([
  ['no commit', { commitSha: null }],
  ['a negative number of files', { added: -1 }],
  ['an owner with a path', { owner: '../a' }],
])('%s is refused', async (_name, more) => {
  const member = await testServer().newMember()

  expect(await record(member, more)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('whoever has a second factor uses it first', async () => {
  const member = await testServer().newMember({ hasFactor: true })

  expect(await record(member, {})).toMatchObject({ status: 403 })
})

const record = ({ token }: TestMember, more: object) =>
  testServer().call('record-pull', token, { body: { ...PULL, ...more } })

/** A linked project, and a push of two commits by somebody else after it. */
async function aheadBy(letter: string) {
  const { member } = await connected()
  await testServer().sql(
    `insert into public.bolt_projects
       (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_branch, created_at)
     values ($1, 'sb1-back', 'Tides', 'ada', 'tide-tables', 'main', now() - interval '1 hour')`,
    [member.id],
  )
  const [row] = await testServer().sql<{ id: string }>(
    'select id from public.projects where owner_id = $1',
    [member.id],
  )
  const project = String(row?.id)
  let minutesAgo = 20
  const push = (name: string) =>
    testServer().sql(
      `insert into public.push_records
         (user_id, project_id, repo_owner, repo_name, branch, commit_sha, succeeded, is_own, commit_count, created_at)
       values ($1, $2, 'ada', 'tide-tables', 'main', $3, true, false, 2, now() - make_interval(mins => $4))`,
      [member.id, project, name.repeat(40), minutesAgo--],
    )
  await push(letter)

  return { member, project, push }
}

const importsOf = (project: string) =>
  testServer().sql(
    `select direction, result, counts from public.sync_events
      where project_id = $1 and direction = 'inward'`,
    [project],
  )

async function stateOf({ token }: TestMember) {
  const answer = await fetch(`${testServer().urlOf(0)}/rest/v1/rpc/get_sync_states`, {
    headers: {
      apikey: testServer().givenEnv.PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
    },
  })
  const [state] = (await answer.json()) as { state: string; ahead_by: number }[]
  return state
}
