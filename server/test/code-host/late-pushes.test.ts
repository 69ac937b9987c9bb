// Over both databases: the order of pushes is found by recursive statements.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'
import { webhooksOf } from './webhooks.ts'

const testServer = useGithubServer()
const { connected, deliver } = webhooksOf(testServer)

const PLACE = { owner: 'Ada', name: 'Tide-Tables', branch: 'main' }

/** Somebody else pushed b and c, and the member pushed d on top of them. */
test.each([
  ['the member first', ['own d', 'b', 'c']],
  ['the member first, and of the others in the other order', ['own d', 'c', 'b']],
  ['one of the others in time', ['b', 'own d', 'c']],
  ['the member before and after', ['record d', 'c', 'b', 'own d']],
  ['the member last, whom the extension knew', ['record d', 'b', 'c', 'own d']],
  ['the others only, and the extension of the member', ['record d on c', 'b', 'c']],
  ['the others only, in the other order', ['record d on c', 'c', 'b']],
])(
  'GitHub tells of %s: it is not ahead by what an own push went on top of',
  async (_name, order) => {
    const { member, tell } = await linked()

    for (const step of order) await tell(step)

    expect(await stateOf(member)).toMatchObject({ state: 'in_sync', ahead_by: 0 })
    await tell('e')
    expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: 1 })
  },
)

test.each([
  ['what came after it', ['record c on b', 'd', 'b'], 1],
  ['all that came after it, in any order', ['own c', 'e', 'b', 'd'], 2],
  ['what nobody can place', ['record d', 'b'], 1],
  ['what it told of before the own push below it', ['e', 'f', 'record d'], 2],
  ['what it told of before the own push below it, by webhook', ['e', 'own d'], 1],
])('GitHub stays ahead by %s', async (_name, order, commits) => {
  const { member, tell } = await linked()

  for (const step of order) await tell(step)

  expect(await stateOf(member)).toMatchObject({ state: 'github_ahead', ahead_by: commits })
})

/** A project that was linked a while ago. Pushes are named by letters, each on top of the one before. */
async function linked() {
  const { member, githubId } = await connected()
  await testServer().sql(
    `insert into public.bolt_projects
       (user_id, bolt_project_id, project_name, github_repo_owner, github_repo_name, github_branch, created_at)
     values ($1, 'sb1-late', 'Tides', 'ada', $2, 'main', now() - interval '1 hour')`,
    [member.id, PLACE.name],
  )
  const others = { id: 2, login: 'somebody' }

  return {
    member,
    async tell(step: string): Promise<void> {
      const [first = '', second = '', , base] = step.split(' ')
      if (first === 'record') return record(member, second, base)
      const isOwn = first === 'own'
      await arrives(isOwn ? second : first, isOwn ? { id: githubId, login: 'member' } : others)
    },
  }
}

async function arrives(letter: string, sender: { id: number; login: string }): Promise<void> {
  const event = {
    ref: 'refs/heads/main',
    before: String.fromCharCode(letter.charCodeAt(0) - 1).repeat(40),
    repository: { name: PLACE.name, private: false, owner: { login: 'ada', id: 1 } },
    sender,
    commits: [{ message: letter }],
    head_commit: { id: letter.repeat(40), message: randomUUID() },
  }
  expect(await deliver(JSON.stringify(event), { event: 'push' })).toBe(202)
  await testServer().settle()
}

async function record({ token }: TestMember, letter: string, base?: string): Promise<void> {
  const answer = await testServer().call('record-push', token, {
    body: {
      ...PLACE,
      boltProjectId: 'sb1-late',
      commitSha: letter.repeat(40),
      ...(base && { before: base.repeat(40) }),
      message: letter,
      added: 1,
      modified: 0,
      deleted: 0,
      succeeded: true,
    },
  })
  expect(answer).toMatchObject({ status: 200 })
}

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
