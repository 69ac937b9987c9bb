import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'
import { webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected, deliver } = webhooksOf(testServer)

const PLACE = { owner: 'Ada', name: 'Tide-Tables', branch: 'main' }
const PULL = { ...PLACE, commitSha: 'b'.repeat(40), added: 1, modified: 2, deleted: 1 }

test('changes that were brought back are in the history, and GitHub is no longer ahead', async () => {
  const { member, project } = await aheadByTwo()
  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 2 })

  const answer = await record(member, { boltProjectId: 'sb1-back' })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await stateOf(member)).toMatchObject({ state: 'in_sync', ahead_by: 0 })
  expect(await importsOf(project)).toEqual([
    { direction: 'inward', result: 'updated', counts: { files: 4 } },
  ])
})

test('without a builder id the project of this repository is found', async () => {
  const { member, project } = await aheadByTwo()

  await record(member, { owner: 'ada', name: 'tide-tables' })

  expect(await importsOf(project)).toHaveLength(1)
})

test('what was pushed after the commit that was pulled still counts', async () => {
  const { member, arrives } = await aheadByTwo()
  await arrives('c', 2)

  await record(member, { boltProjectId: 'sb1-back' })

  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 2 })
  await record(member, { boltProjectId: 'sb1-back', commitSha: 'c'.repeat(40) })
  expect(await stateOf(member)).toMatchObject({ state: 'in_sync' })
})

test.each([
  ['GitHub tells first', ['b', 'pull b']],
  ['GitHub tells after the pull', ['pull b', 'b']],
  ['GitHub tells of an earlier push, too, but last', ['pull c', 'c', 'b']],
  ['GitHub tells of all of them after the pull', ['pull c', 'b', 'c']],
  ['GitHub tells in any order', ['pull d', 'd', 'b', 'c']],
  ['GitHub tells of one before the pull, and of one after it', ['b', 'pull c', 'c']],
])('%s: GitHub is not ahead by what was brought back', async (_name, order) => {
  const { member, arrives } = await linked()

  for (const step of order) {
    const commitSha = step.slice(-1).repeat(40)
    await (step.startsWith('pull') ? record(member, { commitSha }) : arrives(step))
  }

  expect(await stateOf(member)).toMatchObject({ state: 'in_sync', ahead_by: 0 })
  await arrives('e')
  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 1 })
})

test.each([
  ['before', ['b', 'c', 'pull b']],
  ['after', ['pull b', 'b', 'c']],
  ['before, and in the other order', ['c', 'pull b', 'b']],
])('what was pushed on top counts, though GitHub told of it %s', async (_name, order) => {
  const { member, arrives } = await linked()

  for (const step of order) await (step === 'pull b' ? record(member, {}) : arrives(step))

  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 1 })
})

test('a pull that is told twice, also at once, is one entry of the history', async () => {
  const { member, project } = await linked()

  const answers = await Promise.all([record(member, {}), record(member, {}), record(member, {})])
  answers.push(await record(member, { owner: 'ADA', added: 9 }))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await importsOf(project)).toHaveLength(1)
  await record(member, { commitSha: 'c'.repeat(40) })
  expect(await importsOf(project)).toHaveLength(2)
})

test('a project that is not linked, and one of somebody else, get no entry', async () => {
  const { project } = await aheadByTwo()
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

/** A project that was linked a while ago. Somebody else pushes commits that are named by letters, one on top of the other. */
async function linked() {
  const { member } = await connected()
  await testServer().sql(
    `insert into public.bolt_projects
       (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_branch, created_at)
     values ($1, 'sb1-back', 'Tides', 'ada', $2, 'main', now() - interval '1 hour')`,
    [member.id, PLACE.name],
  )
  const [row] = await testServer().sql<{ id: string }>(
    'select id from public.projects where owner_id = $1',
    [member.id],
  )
  const arrives = async (letter: string, commits = 1) => {
    const before = String.fromCharCode(letter.charCodeAt(0) - 1)
    const event = {
      ref: 'refs/heads/main',
      before: before.repeat(40),
      repository: { name: PLACE.name, private: false, owner: { login: 'ada', id: 1 } },
      sender: { id: 2, login: 'somebody' },
      commits: Array(commits).fill({ message: letter }),
      head_commit: { id: letter.repeat(40), message: randomUUID() },
    }
    expect(await deliver(JSON.stringify(event), { event: 'push' })).toBe(202)
    await testServer().settle()
  }

  return { member, project: String(row?.id), arrives }
}

/** GitHub has reported a push of two commits. */
async function aheadByTwo() {
  const { arrives, ...found } = await linked()
  await arrives('b', 2)

  return { ...found, arrives }
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
