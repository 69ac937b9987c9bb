import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'

test('an issue is discussed, and counts its comments', async () => {
  const { send, get } = await connected()
  const { number } = await send('POST', '/issues', { title: 'Too salty' })
  const comment = await send('POST', `/issues/${number}/comments`, { body: 'Less salt?' })

  expect(comment).toMatchObject({ body: 'Less salt?', user: { login: 'mia-torres' } })
  expect(await get(`/issues/${number}/comments`)).toMatchObject([{ body: 'Less salt?' }])
  expect(await get('/issues')).toMatchObject([{ number, comments: 1 }])
})

test('an issue is closed for a reason, and opened again', async () => {
  const { send } = await connected()
  const { number } = await send('POST', '/issues', { title: 'x' })
  const set = (body: unknown) => send('PATCH', `/issues/${number}`, body)

  expect(await set({ state: 'closed' })).toMatchObject({ state_reason: 'completed' })
  expect(await set({ state: 'closed', state_reason: 'not_planned' })).toMatchObject({
    state: 'closed',
    state_reason: 'not_planned',
  })
  expect(await set({ state: 'open' })).toMatchObject({
    state: 'open',
    state_reason: 'reopened',
    closed_at: null,
  })
})

test('labels have colours, and new ones are made on use', async () => {
  const { send, get } = await connected()
  const { labels } = await send('POST', '/issues', { title: 'x', labels: ['bug', 'soup'] })

  expect(labels).toMatchObject([
    { name: 'bug', color: 'd73a4a', default: true },
    { name: 'soup', color: 'ededed', default: false },
  ])
  expect(await get('/labels?per_page=100')).toHaveLength(10)
})

test('pull requests come among the issues, pages of each state', async () => {
  const { github, get } = await connected()
  const seed = { owner: 'mia-torres', repository: 'recipe-scaler' }
  await github.control('POST', 'seed', {
    issues: [
      { ...seed, title: 'Old', state: 'closed', labels: ['bug'] },
      { ...seed, title: 'Idea', count: 35 },
      { ...seed, title: 'Change', pullRequest: true, author: 'jonas-weber' },
    ],
  })

  const first = await get('/issues')
  const second = await get('/issues?page=2')
  const closed = await get('/issues?state=closed')

  expect(first).toHaveLength(30)
  expect(first[0]).toMatchObject({
    title: 'Change',
    pull_request: { html_url: `${github.webUrl}/mia-torres/recipe-scaler/pull/37` },
    user: { login: 'jonas-weber' },
  })
  expect(first[1].pull_request).toBeUndefined()
  expect(second).toHaveLength(6)
  expect(closed).toMatchObject([{ title: 'Old', state: 'closed' }])
})

test.each([
  ['/issues', { title: 'x'.repeat(257) }, 'title is too long (maximum is 256 characters)'],
  [
    '/issues',
    { title: 'x', body: 'x'.repeat(65_537) },
    'body is too long (maximum is 65536 characters)',
  ],
  ['/issues/1/comments', { body: ' ' }, 'Body cannot be blank'],
])('%s refuses what GitHub does not take', async (path, body, message) => {
  const { send } = await connected()
  await send('POST', '/issues', { title: 'First' })

  expect(await send('POST', path, body)).toMatchObject({
    status: '422',
    errors: [{ message }],
  })
})

test('switched off, issues and comments are gone', async () => {
  const { github, token } = await connected()
  await github.control('PUT', 'repositories/mia-torres/recipe-scaler', { issues: false })

  const replies = await Promise.all(
    ['/issues', '/issues/1/comments'].map((path) => github.api(AT + path, token)),
  )

  expect(replies.map(({ status }) => status)).toEqual([410, 410])
  expect(await replies[0]?.json()).toMatchObject({ message: 'Issues are disabled for this repo' })
})

async function connected() {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever its shape says
  const json = async (reply: Response): Promise<any> => (reply.status === 204 ? null : reply.json())

  return {
    github,
    token,
    get: async (path: string) => json(await github.api(AT + path, token)),
    send: async (method: string, path: string, body?: unknown) =>
      json(await github.send(method, AT + path, token, body)),
  }
}
