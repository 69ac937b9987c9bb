import { expect, test } from 'vitest'
import { openPullRequest } from '#pull-requests/open-pull-request.ts'
import { completeDraft } from '#pull-requests/pull-request-text.ts'
import { findPullRequest } from '#pull-requests/read-pull-request.ts'
import { OWNER, openWorld, projectOf } from './open-world.ts'
import { DRAFT, othersOf, pushBranch } from './pull-requests.ts'

test('a pushed branch gets a pull request with title, text and draft, by two requests', async () => {
  const { world, host, pushed } = await withBranch('opens')
  world.calls.length = 0

  const pull = await openPullRequest(host, pushed, { ...DRAFT, isDraft: true })

  expect(pull).toMatchObject({
    title: 'Next',
    state: 'draft',
    head: 'next',
    headCommit: pushed.commit,
    base: 'main',
    mergeCommit: null,
    url: expect.stringMatching(/\/pull\/\d+$/),
  })
  expect(sent(world)).toEqual(['GET pulls 200', 'POST pulls 201'])
  const { body } = (await (
    await othersOf(world, 'opens').api('GET', `/pulls/${pull.number}`)
  ).json()) as { body: string }
  expect(body).toBe('Soup')
})

test('one that is open already is taken, also if it is opened in the same moment', async () => {
  const { world, host, pushed, others } = await withBranch('taken')
  let isFirst = true
  world.hooks.before = async ({ method }) => {
    if (method !== 'POST' || !isFirst) return
    isFirst = false
    await others.api('POST', '/pulls', { title: 'Theirs', head: 'next', base: 'main' })
  }

  const first = await openPullRequest(host, pushed, DRAFT)
  const second = await openPullRequest(host, pushed, DRAFT)

  expect([first.title, second.number]).toEqual(['Theirs', first.number])
  expect(await numbersOf(others)).toEqual([first.number])
})

test.each(['before', 'after'] as const)(
  'an answer that is lost %s it arrived opens one pull request in the end',
  async (when) => {
    const { world, host, pushed, others } = await withBranch(`lost-${when}`)
    let isFirst = true
    world.hooks[when] = ({ method }) => {
      if (method !== 'POST' || !isFirst) return
      isFirst = false
      throw new Error('cut')
    }

    const pull = await openPullRequest(host, pushed, DRAFT)

    expect(await numbersOf(others)).toEqual([pull.number])
  },
)

test('one that was closed or merged before the answer came is not opened again', async () => {
  const { host, pushed, others } = await withBranch('ended')
  const { number } = await openPullRequest(host, pushed, DRAFT)
  await others.api('PATCH', `/pulls/${number}`, { state: 'closed' })

  const closed = await openPullRequest(host, pushed, DRAFT)

  expect(closed).toMatchObject({ number, state: 'closed' })
  expect(await numbersOf(others)).toEqual([number])
})

test('without any answer the error says that trying again is safe', async () => {
  const { world, host, pushed, others } = await withBranch('silent')
  world.hooks.before = ({ method }) => {
    if (method === 'POST') throw new Error('cut')
  }

  await expect(openPullRequest(host, pushed, DRAFT)).rejects.toMatchObject({
    code: 'pull_request_unanswered',
  })
  expect(await numbersOf(others)).toEqual([])
})

test('who may not open one is told so', async () => {
  const { world, pushed } = await withBranch('denied')
  const permissions = { contents: 'write', metadata: 'read', pull_requests: 'read' }
  const reply = await world.control('POST', `people/${OWNER}/tokens`, { permissions })
  const { token } = (await reply.json()) as { token: string }

  const opening = openPullRequest(world.host({ token: async () => token }), pushed, DRAFT)

  await expect(opening).rejects.toMatchObject({
    code: 'pull_request_denied',
    facts: { repo: `${OWNER}/denied` },
  })
})

test('who may read the repository only is told so', async () => {
  const { world, pushed } = await withBranch('readers')
  await world.change('readers', { private: false })
  const token = await world.tokenFor('jonas-weber')

  const opening = openPullRequest(world.host({ token: async () => token }), pushed, DRAFT)

  await expect(opening).rejects.toMatchObject({ code: 'pull_request_denied' })
})

test('where drafts are not part of the plan, it is opened without', async () => {
  const { world, host, pushed } = await withBranch('free')
  await world.change('free', { drafts: false })

  await expect(openPullRequest(host, pushed, { ...DRAFT, isDraft: true })).rejects.toMatchObject({
    code: 'draft_unsupported',
  })
  const pull = await openPullRequest(host, pushed, DRAFT)

  expect(pull.state).toBe('open')
})

test('a base that is gone, or that has it all, is named', async () => {
  const { host, pushed, others } = await withBranch('bases')
  await others.api('POST', '/git/refs', { ref: 'refs/heads/same', sha: pushed.commit })

  await expect(openPullRequest(host, pushed, { ...DRAFT, base: 'gone' })).rejects.toMatchObject({
    code: 'branch_missing',
    facts: { branch: 'gone' },
  })
  await expect(openPullRequest(host, pushed, { ...DRAFT, base: 'same' })).rejects.toMatchObject({
    code: 'pull_request_empty',
    facts: { branch: 'next', base: 'same' },
  })
})

test('a branch’s pull request is the open one, else the newest', async () => {
  const { host, pushed, others } = await withBranch('newest')
  const none = await findPullRequest(host, pushed.target)
  const { number } = await openPullRequest(host, pushed, DRAFT)
  await others.api('PATCH', `/pulls/${number}`, { state: 'closed' })
  const closed = await findPullRequest(host, pushed.target)
  await others.api('POST', '/pulls', { title: 'Again', head: 'next', base: 'main' })

  const open = await findPullRequest(host, pushed.target)

  expect([none, closed?.number, open?.title]).toEqual([null, number, 'Again'])
})

test.each([
  ['the message’s first line and the rest of it', '', '', 'One\n\nTwo\nThree', 'One', 'Two\nThree'],
  ['what was typed', ' Title ', 'Body', 'One\n\nTwo', 'Title', 'Body'],
  [
    'no control characters and one line',
    'a\0b\u0007\nsecond',
    'x\0y\r\nz',
    'One',
    'ab',
    'x y\nz'.replace(' ', ''),
  ],
  ['at most 256 characters', '😀'.repeat(300), '', 'One', `${'😀'.repeat(255)}…`, ''],
])('its title and text are %s', (_title, title, body, message, wantedTitle, wantedBody) => {
  const draft = { base: 'main', title, body, isDraft: false }

  expect(completeDraft(draft, message)).toEqual({ ...draft, title: wantedTitle, body: wantedBody })
})

test('a text over GitHub’s limit, and with NUL in it, is sent as GitHub can keep it', async () => {
  const { host, pushed, others } = await withBranch('texts')

  const pull = await openPullRequest(host, pushed, {
    ...DRAFT,
    title: 'a\0b\nc',
    body: `x\0${'ñ'.repeat(40_000)}`,
  })

  const stored = (await (await others.api('GET', `/pulls/${pull.number}`)).json()) as {
    body: string
  }
  expect(pull.title).toBe('ab')
  expect(stored.body).toMatch(/^xñ+…$/)
  expect(Buffer.byteLength(stored.body)).toBeLessThanOrEqual(65_536)
})

/** A project pushed to `next`, beside `main`. */
async function withBranch(name: string) {
  const world = await openWorld()
  await world.seed(name, { a: '1' })
  const host = world.host()
  const target = world.target(name, 'next')
  const { commit } = await pushBranch(host, target, projectOf({ a: '2' }), null)

  return { world, host, pushed: { target, commit }, others: othersOf(world, name) }
}

const sent = ({ calls }: { calls: { method: string; path: string; status: number | null }[] }) =>
  calls.map(
    ({ method, path, status }) => `${method} ${path.split('/')[4]?.split('?')[0]} ${status}`,
  )

async function numbersOf({ api }: ReturnType<typeof othersOf>): Promise<number[]> {
  const list = (await (await api('GET', '/pulls?state=all')).json()) as { number: number }[]
  return list.map(({ number }) => number)
}
