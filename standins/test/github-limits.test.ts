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

test('creations are limited by the minute and by the hour; blobs count if wanted', async () => {
  const { github, limit, post } = await connected()
  const issue = () => post('/issues', { title: 'x' })
  await limit({ creationsPerMinute: 2, creationsPerHour: 3 })

  const first = [await issue(), await issue(), await issue()]
  await github.control('PUT', 'clock', { offsetMs: 61_000 })
  const later = [await post('/git/blobs', { content: 'x' }), await issue()]

  expect(first.map(({ status }) => status)).toEqual([201, 201, 403])
  expect(Number(first[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(later.map(({ status }) => status)).toEqual([201, 403])
  expect(Number(later[1]?.headers.get('retry-after'))).toBeGreaterThan(60)
  await limit({ creationsPerMinute: 1, creationsPerHour: null, countsGitObjects: true })
  await github.control('PUT', 'clock', { offsetMs: 122_000 })
  expect((await post('/git/blobs', { content: 'x' })).status).toBe(201)
  expect((await post('/git/blobs', { content: 'x' })).status).toBe(403)
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

test('the lag may also be a time', async () => {
  const { github, token, limit } = await connected()
  await limit({ creationLagMs: 2000 })
  await github.send('POST', '/user/repos', token, { name: 'fresh', auto_init: true })
  const branch = async () =>
    (await github.api('/repos/mia-torres/fresh/branches/main', token)).status

  const before = await branch()
  await github.control('PUT', 'clock', { offsetMs: 2001 })

  expect([404, 409]).toContain(before)
  expect(await branch()).toBe(200)
})

test('an unknown limit is refused', async () => {
  const { limit } = await connected()

  expect((await limit({ patience: 1 })).status).toBe(400)
})

test('members delete what they created, unless the organisation forbids it', async () => {
  const { github } = await connected()
  const token = await github.personalToken('jonas-weber', { scopes: ['repo', 'delete_repo'] })
  const create = (name: string) =>
    github.send('POST', '/orgs/lanternworks/repos', token, { name, private: true })
  const remove = (name: string) => github.send('DELETE', `/repos/lanternworks/${name}`, token)
  await create('one')
  await create('two')

  const allowed = await remove('one')
  await github.control('PUT', 'organisations/lanternworks', {
    forbidsDeletion: true,
    forbidsCreation: true,
  })
  const refused = await remove('two')
  const created = await create('three')

  expect(allowed.status).toBe(204)
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { message: 'Organization members cannot delete repositories.' },
  ])
  expect([created.status, await created.json()]).toMatchObject([
    403,
    { message: 'You need admin access to the organization before adding a repository to it.' },
  ])
})

test('an organisation with single sign-on turns a token away', async () => {
  const { github } = await connected()
  const token = await github.personalToken('priya-nair', { scopes: ['repo'] })
  await github.control('PUT', 'organisations/lanternworks', { requiresSso: true })

  const reply = await github.api('/repos/lanternworks/website', token)

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
