import { expect, test } from 'vitest'
import { openPullRequest } from '#pull-requests/open-pull-request.ts'
import { readPullRequest } from '#pull-requests/read-pull-request.ts'
import { OWNER, openWorld, projectOf } from './open-world.ts'
import { DRAFT, othersOf, pushBranch } from './pull-requests.ts'

test('checks go from waiting to passed, one that fails outweighs them', async () => {
  const { read, others } = await opened('checks')
  const none = await read()
  await others.check('next', 'build')
  await others.status('next', 'deploy', 'success')
  const waiting = await read()
  await others.check('next', 'build', { conclusion: 'neutral' })
  const passed = await read()
  await others.check('next', 'lint')
  await others.status('next', 'deploy', 'error')

  const failed = await read()

  expect([none, waiting, passed, failed].map(({ checks }) => checks?.state)).toEqual([
    'none',
    'waiting',
    'passed',
    'failed',
  ])
  expect(failed.checks).toEqual({
    state: 'failed',
    isWhole: true,
    list: [
      { name: 'deploy', state: 'failed', url: null },
      { name: 'lint', state: 'waiting', url: expect.stringMatching(/\/runs\/\d+$/) },
      { name: 'build', state: 'passed', url: expect.stringMatching(/\/runs\/\d+$/) },
    ],
  })
})

test('each reviewer’s last word counts, and a comment is none', async () => {
  const { read, others, number } = await opened('reviews')
  const none = await read()
  await others.review(number, 'jonas-weber', 'CHANGES_REQUESTED')
  await others.review(number, 'priya-nair', 'APPROVED')
  const mixed = await read()
  await others.review(number, 'jonas-weber', 'DISMISSED')
  await others.review(number, 'priya-nair', 'COMMENTED')

  const approved = await read()

  expect(none.reviews.state).toBe('waiting')
  expect(mixed.reviews).toMatchObject({
    state: 'changes_requested',
    changesRequestedBy: ['jonas-weber'],
  })
  expect(approved.reviews).toMatchObject({ state: 'approved', approvedBy: ['priya-nair'] })
})

test.each(['merge', 'squash', 'rebase'])('it says that it was merged, and how: %s', async (way) => {
  const { read, others, number, host, target, pushed } = await opened(`merged-${way}`)
  await pushBranch(host, target, projectOf({ a: '2', b: '2' }), pushed.base)
  const open = await read()
  const { sha } = await others.merge(number, way)
  await others.api('DELETE', '/git/refs/heads/next')

  const merged = await read()

  expect([open.pull.state, open.way]).toEqual(['open', null])
  expect(merged).toMatchObject({ pull: { state: 'merged', mergeCommit: sha }, way })
})

test('what did not change is not sent again', async () => {
  const { world, read, others } = await opened('conditional')
  await others.check('next', 'build')
  await read()
  // Whether it merges is computed when somebody first asks.
  await read()
  world.calls.length = 0
  await read()
  const unchanged = world.calls.map(({ status }) => status)
  await others.check('next', 'build', { conclusion: 'failure' })
  world.calls.length = 0

  const { checks } = await read()

  expect(unchanged).toEqual([304, 304, 304, 304])
  expect(world.calls.map(({ status }) => status).toSorted()).toEqual([200, 304, 304, 304])
  expect(checks?.state).toBe('failed')
})

test('a hundred and sixty checks are read as far as five pages, and that is said', async () => {
  const { world, read, others } = await opened('many')
  for (let i = 0; i < 160; i++) await others.check('next', `check ${i}`, { conclusion: 'success' })
  world.calls.length = 0

  const { checks } = await read()

  expect(checks).toMatchObject({ state: 'passed', isWhole: false, list: { length: 150 } })
  expect(world.calls).toHaveLength(8)
})

test('without the permission for checks the rest is shown', async () => {
  const { world, target, number, others } = await opened('unseen')
  await others.check('next', 'build')
  const permissions = { contents: 'read', metadata: 'read', pull_requests: 'read' }
  const reply = await world.control('POST', `people/${OWNER}/tokens`, { permissions })
  const { token } = (await reply.json()) as { token: string }

  const status = await readPullRequest(world.host({ token: async () => token }), target, number)

  expect(status).toMatchObject({ checks: null, pull: { state: 'open' } })
})

test('a limit of GitHub’s ends with the time to try again', async () => {
  const { world, read } = await opened('limited')
  await world.control('PUT', `people/${OWNER}/rate`, { used: 5000 })

  await expect(read()).rejects.toMatchObject({
    code: 'rate_limited',
    retryAt: expect.any(Number),
  })
})

async function opened(name: string) {
  const world = await openWorld()
  await world.seed(name, { a: '1' })
  const host = world.host()
  const target = world.target(name, 'next')
  const pushed = await pushBranch(host, target, projectOf({ a: '2' }), null)
  const { number } = await openPullRequest(host, { target, commit: pushed.commit }, DRAFT)
  const known = new Map()
  const read = () => readPullRequest(host, target, number, { known })

  return { world, host, target, pushed, number, read, others: othersOf(world, name) }
}
