import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const AT = '/repos/mia-torres/recipe-scaler'

test('a recursive list of a tree is cut off at a chosen length, a single level never', async () => {
  const { github, token, limit } = await connected()
  const tree = async (query = '?recursive=1') =>
    (await (await github.api(`${AT}/git/trees/main${query}`, token)).json()) as {
      truncated: boolean
      tree: unknown[]
    }

  await limit({ listedEntries: 4 })
  expect(await tree()).toMatchObject({ truncated: true, tree: { length: 4 } })
  expect(await tree('')).toMatchObject({ truncated: false, tree: { length: 5 } })
  await limit({ listedEntries: null, listedBytes: 1000 })
  expect(await tree()).toMatchObject({ truncated: true, tree: { length: 4 } })
  await limit({ listedBytes: null })
  expect(await tree()).toMatchObject({ truncated: false, tree: { length: 9 } })
})

test.each([
  [{ inlineFiles: 200 }, 201, 1, 422],
  [{ inlineBytes: 1000 }, 2, 501, 422],
  [{ inlineFiles: 1, treeFailure: 502 }, 2, 1, 502],
])('with %j a tree of %i files of %i bytes is answered %i', async (limits, count, size, status) => {
  const { limit, post } = await connected()
  await limit(limits)
  const files = (length: number) =>
    Array.from({ length }, (_, i) => ({
      path: `new/${i}.txt`,
      mode: '100644',
      type: 'blob',
      content: 'x'.repeat(size),
    }))

  const refused = await post('/git/trees', { tree: files(count) })
  const taken = await post('/git/trees', { tree: files(count - 1) })

  expect([refused.status, taken.status]).toEqual([status, 201])
  expect(((await refused.json()) as { message: string }).message).toMatch(
    status === 422 ? /^Sorry, your request timed out\. {2}It's likely/ : /^Server Error$/,
  )
})

test('a blob over the limit is refused', async () => {
  const { limit, post } = await connected()
  await limit({ blobBytes: 10 })

  const refused = await post('/git/blobs', { content: 'x'.repeat(11) })

  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      message: expect.stringMatching(/^Sorry, your input was too large to process\./),
      errors: [{ resource: 'Blob', code: 'too_large' }],
    },
  ])
  expect((await post('/git/blobs', { content: 'x'.repeat(10) })).status).toBe(201)
})

test('creations are limited by the minute and by the hour', async () => {
  const { github, limit, post } = await connected()
  const issue = () => post('/issues', { title: 'x' })
  await limit({ creationsPerMinute: 2, creationsPerHour: 3 })

  const first = [await issue(), await issue(), await issue()]
  await github.control('PUT', 'clock', { offsetMs: 61_000 })
  const later = [await issue(), await issue()]

  expect(first.map(({ status }) => status)).toEqual([201, 201, 403])
  expect(Number(first[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(later.map(({ status }) => status)).toEqual([429, 403])
  expect(Number(later[0]?.headers.get('retry-after'))).toBeGreaterThan(60)
})

test('blobs and trees are creations', async () => {
  const { limit, post } = await connected()
  const tree = [{ path: 'a', mode: '100644', content: 'x' }]
  const write = async () => [
    (await post('/git/blobs', { content: 'x' })).status,
    (await post('/git/trees', { tree })).status,
  ]
  await limit({ creationsPerMinute: 1 })

  expect(await write()).toEqual([201, 403])
})

test('a secondary limit is 403 or 429, and does not always say when to come back', async () => {
  const { limit, post } = await connected()
  await limit({ creationsPerMinute: 0 })

  const refused = []
  for (let call = 0; call < 6; call++) refused.push(await post('/issues', { title: 'x' }))

  expect(refused.map(({ status }) => status)).toEqual([403, 429, 403, 429, 403, 429])
  expect(refused.map(({ headers }) => headers.has('retry-after'))).toEqual([
    true,
    true,
    false,
    true,
    true,
    false,
  ])
  expect(refused.every(({ headers }) => headers.get('x-ratelimit-remaining') !== '0')).toBe(true)
  expect(await refused[2]?.json()).toMatchObject({
    message: expect.stringMatching(/^You have exceeded a secondary rate limit\./),
  })
})

test('a request that is too large is not even read', async () => {
  const { limit, post } = await connected()
  await limit({ requestBytes: 1000 })

  expect((await post('/git/blobs', { content: 'x'.repeat(1000) })).status).toBe(413)
  expect((await post('/git/blobs', { content: 'x'.repeat(900) })).status).toBe(201)
})

test('a new commit is not known everywhere at once', async () => {
  const { github, token, limit, post } = await connected()
  const head = (await json(await github.api(`${AT}/commits/main`, token))).sha
  const { tree } = await json(await github.api(`${AT}/git/commits/${head}`, token))
  await limit({ commitLagCalls: 2 })
  const made = await post('/git/commits', { message: 'x', tree: tree.sha, parents: [head] })
  const { sha } = await json(made)
  const move = () => github.send('PATCH', `${AT}/git/refs/heads/main`, token, { sha })

  const moves = [await move(), await move(), await move()]

  expect(moves.map(({ status }) => status)).toEqual([422, 422, 200])
  expect(await json(moves[0])).toMatchObject({ message: 'Object does not exist' })
})

test('a moved branch is shown where it was for a while, whichever way it is read', async () => {
  const { github, token, limit, post } = await connected()
  const shown = async (path: string) => {
    const reply = await github.api(AT + path, token)
    const { object, commit } = await json(reply)
    return object?.sha ?? commit?.sha ?? reply.status
  }
  const old = await shown('/git/ref/heads/main')
  await limit({ refLagCalls: 2 })
  const put = { message: 'x', content: 'eA==' }
  const made = await github.send('PUT', `${AT}/contents/a.txt`, token, put)
  const { commit } = await json(made)
  await post('/git/refs', { ref: 'refs/heads/next', sha: old })

  expect([await shown('/git/ref/heads/main'), await shown('/branches/main')]).toEqual([old, old])
  expect(await shown('/branches/main')).toBe(commit.sha)
  expect(await shown('/git/ref/heads/next')).toBe(404)
})

test('a new repository is not found everywhere at once', async () => {
  const { github, token, limit } = await connected()
  await limit({ creationLagCalls: 3 })
  await github.send('POST', '/user/repos', token, { name: 'fresh', auto_init: true })
  const at = '/repos/mia-torres/fresh'

  const repository = await github.api(at, token)
  const statuses = []
  for (let call = 0; call < 5; call++) {
    statuses.push((await github.api(`${at}/branches/main`, token)).status)
  }

  expect(repository.status).toBe(200)
  expect(statuses).toEqual([409, 404, 409, 200, 200])
})

test('an unknown limit is refused', async () => {
  const { limit } = await connected()

  expect((await limit({ patience: 1 })).status).toBe(400)
})

test('an organisation with single sign-on turns a token away', async () => {
  const { github } = await connected()
  const token = await github.personalToken('priya-nair', { scopes: ['repo'] })
  await github.control('POST', 'seed', {
    organisations: [{ login: 'harbour', owners: ['priya-nair'], requiresSso: true }],
    repositories: [{ owner: 'harbour', name: 'website' }],
  })

  const reply = await github.api('/repos/harbour/website', token)

  expect([reply.status, await reply.json()]).toMatchObject([
    403,
    {
      message:
        'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    },
  ])
  expect(reply.headers.get('x-github-sso')).toMatch(/^required; url=http/)
})

async function connected() {
  const github = await openGithub()
  const token = await github.personalToken('mia-torres', { scopes: ['repo'] })

  return {
    github,
    token,
    limit: (limits: unknown) => github.control('PUT', 'limits', limits),
    post: (path: string, body: unknown) => github.send('POST', AT + path, token, body),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the test expects of it
const json = async (reply: Response | undefined): Promise<any> => reply?.json()
