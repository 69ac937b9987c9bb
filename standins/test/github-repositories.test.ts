import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const MINUTE_MS = 60 * 1000

test('a person’s token lists the repositories where the app was installed, and no others', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')

  const before = await names(await github.api('/user/repos', token))
  await github.install('mia-torres', { repositories: ['timer-wall', 'next-idea'] })
  const after = await names(await github.api('/user/repos', token))

  expect([before, after]).toEqual([[], ['mia-torres/next-idea', 'mia-torres/timer-wall']])
})

test('a repository tells what the product reads', async () => {
  const { github, token } = await connected('priya-nair')

  const [first] = (await (await github.api('/user/repos?sort=updated', token)).json()) as object[]

  expect(first).toMatchObject({
    name: 'tide-tables',
    full_name: 'priya-nair/tide-tables',
    private: false,
    html_url: `${github.webUrl}/priya-nair/tide-tables`,
    owner: { login: 'priya-nair' },
    description: 'Tides and weather for small harbours.',
    fork: false,
    default_branch: 'main',
    permissions: { admin: true, push: true, pull: true },
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
})

test('the list is sorted by name, or the newest first', async () => {
  const { github, token } = await connected('mia-torres')
  const list = async (query: string) => names(await github.api(`/user/repos?${query}`, token))

  const newest = ['recipe-scaler', 'next-idea', 'timer-wall', 'allergen-cards']
  expect(await list('sort=updated')).toEqual(newest.map((name) => `mia-torres/${name}`))
  expect(await list('')).toEqual(newest.toSorted().map((name) => `mia-torres/${name}`))
})

test('a thousand repositories come a hundred at a time', async () => {
  const { github, token } = await connected('mia-torres')
  const repositories = Array.from({ length: 1000 }, (_, i) => ({
    owner: 'mia-torres',
    name: `project-${i}`,
  }))
  await github.control('POST', 'seed', { repositories })

  const reply = await github.api('/user/repos?sort=updated&per_page=100&page=2', token)

  expect(await names(reply)).toHaveLength(100)
  expect(reply.headers.get('link')).toContain('page=11>; rel="last"')
})

test('people of an organisation see what is the organisation’s', async () => {
  const github = await openGithub()
  await github.install('priya-nair', { account: 'lanternworks' })
  const { access_token: token } = await github.signIn('jonas-weber')

  const all = await names(await github.api('/user/repos', token))

  expect(all).toEqual([
    'lanternworks/queue-watcher',
    'lanternworks/standup-notes',
    'lanternworks/website',
  ])
})

test('anonymous callers see public repositories only', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('jonas-weber')
  const looks = async (path: string, by?: string) => (await github.api(path, by)).status

  expect(await looks('/repos/mia-torres/recipe-scaler')).toBe(200)
  expect(await looks('/repos/mia-torres/recipe-scaler', token)).toBe(200)
  expect(await looks('/repos/mia-torres/timer-wall', token)).toBe(404)
  expect(await looks('/repos/mia-torres/timer-wall')).toBe(404)
})

test('repositories outside the installation are not accessible, even with the owner’s token', async () => {
  const github = await openGithub()
  await github.install('mia-torres', { repositories: ['next-idea'] })
  const { access_token: token } = await github.signIn('mia-torres')

  expect((await github.api('/repos/mia-torres/timer-wall', token)).status).toBe(404)
  const write = await github.send('PATCH', '/repos/mia-torres/recipe-scaler', token, {})
  expect([write.status, await write.json()]).toMatchObject([
    403,
    { message: 'Resource not accessible by integration' },
  ])
})

test('a repository is made, changed, renamed and deleted', async () => {
  const { github, token } = await connected('mia-torres')

  const made = await github.send('POST', '/user/repos', token, {
    name: 'my soup!',
    private: true,
    auto_init: true,
  })
  const renamed = await github.send('PATCH', '/repos/mia-torres/my-soup-', token, {
    name: 'soup',
    private: false,
    description: 'Soup.',
  })
  const old = await github.send('GET', '/repos/mia-torres/my-soup-/commits?per_page=1', token)
  const gone = await github.send('DELETE', '/repos/mia-torres/soup', token)

  expect([made.status, await made.json()]).toMatchObject([
    201,
    { name: 'my-soup-', private: true, network_count: 0, subscribers_count: 0 },
  ])
  expect(await renamed.json()).toMatchObject({ name: 'soup', private: false, description: 'Soup.' })
  expect([old.status, old.headers.get('location')]).toEqual([
    301,
    `${github.apiUrl}/repos/mia-torres/soup/commits?per_page=1`,
  ])
  expect([gone.status, await gone.text()]).toEqual([204, ''])
  expect((await github.api('/repos/mia-torres/soup', token)).status).toBe(404)
})

test('a name that is taken is refused as GitHub does', async () => {
  const { github, token } = await connected('mia-torres')

  const reply = await github.send('POST', '/user/repos', token, { name: 'Timer-Wall' })
  const nameless = await github.send('POST', '/user/repos', token, {})

  expect([reply.status, await reply.json()]).toMatchObject([
    422,
    {
      message: 'Repository creation failed.',
      errors: [
        {
          resource: 'Repository',
          code: 'custom',
          field: 'name',
          message: 'name already exists on this account',
        },
      ],
    },
  ])
  expect(await nameless.json()).toMatchObject({ errors: [{ code: 'missing_field' }] })
})

test('an app creates repositories only where it is installed, and has access to what it created', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  const create = (name: string) => github.send('POST', '/user/repos', token, { name })

  const before = await create('one')
  await github.install('mia-torres', { repositories: ['next-idea'] })
  const after = await create('two')

  expect([before.status, after.status]).toEqual([403, 201])
  expect((await github.api('/repos/mia-torres/two', token)).status).toBe(200)
  expect(await names(await github.api('/user/repos', token))).toContain('mia-torres/two')
})

test('an organisation’s repository is made there', async () => {
  const github = await openGithub()
  await github.install('priya-nair', { account: 'lanternworks' })
  const { access_token: token } = await github.signIn('priya-nair')
  const { access_token: other } = await github.signIn('mia-torres')

  const made = await github.send('POST', '/orgs/lanternworks/repos', token, { name: 'new' })
  const refused = await github.send('POST', '/orgs/lanternworks/repos', other, { name: 'x' })

  expect(await made.json()).toMatchObject({ full_name: 'lanternworks/new' })
  expect(refused.status).toBe(404)
})

test('push access does not allow deletion', async () => {
  const github = await openGithub()
  await github.install('priya-nair', { account: 'lanternworks' })
  const { access_token: token } = await github.signIn('jonas-weber')

  const reply = await github.send('DELETE', '/repos/lanternworks/website', token)

  expect([reply.status, await reply.json()]).toMatchObject([
    403,
    { message: 'Must have admin rights to Repository.' },
  ])
})

test('search finds by words and owner, and counts by itself', async () => {
  const { github, token } = await connected('mia-torres')
  const search = (q: string) =>
    github.api(`/search/repositories?q=${encodeURIComponent(q)}&sort=updated&per_page=50`, token)

  const reply = await search('wall user:mia-torres')
  const core = await github.api('/rate_limit', token)

  expect(await reply.json()).toMatchObject({
    total_count: 1,
    incomplete_results: false,
    items: [{ full_name: 'mia-torres/timer-wall', score: 1 }],
  })
  expect(reply.headers.get('x-ratelimit-resource')).toBe('search')
  expect(reply.headers.get('x-ratelimit-limit')).toBe('30')
  expect(await core.json()).toMatchObject({
    resources: { core: { used: 0 }, search: { used: 1 } },
  })
})

test.each([
  ['soup user:nobody', 'cannot be searched'],
  ['', undefined],
  ['x'.repeat(257), undefined],
])('the search for "%s" is refused', async (q, message) => {
  const { github, token } = await connected('mia-torres')

  const reply = await github.api(`/search/repositories?q=${encodeURIComponent(q)}`, token)

  expect(reply.status).toBe(422)
  expect(await reply.json()).toMatchObject({
    message: 'Validation Failed',
    errors: [message ? { message: expect.stringContaining(message) } : {}],
  })
})

test('more than eighty creations in a minute hit the secondary rate limit', async () => {
  const { github, token } = await connected('mia-torres')
  const at = '/repos/mia-torres/next-idea/issues'
  for (let i = 0; i < 80; i += 1) await github.send('POST', at, token, { title: 'Again' })

  const refused = await github.send('POST', at, token, { title: 'Too much' })
  await github.control('PUT', 'clock', { offsetMs: MINUTE_MS })
  const later = await github.send('POST', at, token, { title: 'Later' })

  expect(refused.status).toBe(403)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('x-ratelimit-remaining')).not.toBe('0')
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('You have exceeded a secondary rate limit.'),
  })
  expect(later.status).toBe(201)
})

test('issues are written, read, closed and counted', async () => {
  const { github, token } = await connected('mia-torres')
  const at = '/repos/mia-torres/recipe-scaler/issues'

  const made = await github.send('POST', at, token, {
    title: 'Too salty',
    body: 'Much.',
    labels: ['bug', { name: 'soup' }],
  })
  const counted = await (await github.api('/repos/mia-torres/recipe-scaler', token)).json()
  const closed = await github.send('PATCH', `${at}/1`, token, { state: 'closed' })

  expect([made.status, await made.json()]).toMatchObject([
    201,
    {
      number: 1,
      html_url: `${github.webUrl}/mia-torres/recipe-scaler/issues/1`,
      labels: [{ name: 'bug' }, { name: 'soup' }],
      user: { login: 'mia-torres' },
    },
  ])
  expect(counted).toMatchObject({ open_issues_count: 1 })
  expect(await closed.json()).toMatchObject({ state: 'closed', closed_at: expect.any(String) })
  expect(await (await github.api(at, token)).json()).toEqual([])
})

test('an issue needs a title, and a repository that takes issues', async () => {
  const { github, token } = await connected('mia-torres')
  const at = '/repos/mia-torres/recipe-scaler'

  const untitled = await github.send('POST', `${at}/issues`, token, { body: 'x' })
  await github.control('PUT', 'repositories/mia-torres/recipe-scaler', { issues: false })
  const disabled = await github.send('POST', `${at}/issues`, token, { title: 'x' })

  expect([untitled.status, await untitled.json()]).toMatchObject([
    422,
    { errors: [{ resource: 'Issue', code: 'missing_field', field: 'title' }] },
  ])
  expect(disabled.status).toBe(410)
})

test('on somebody else’s repository labels are silently dropped', async () => {
  const { github, token } = await connected('mia-torres')
  await github.install('priya-nair')

  const reply = await github.send('POST', '/repos/priya-nair/tide-tables/issues', token, {
    title: 'Ebb',
    labels: ['bug'],
  })

  expect([reply.status, await reply.json()]).toMatchObject([201, { labels: [] }])
})

async function connected(login: string) {
  const github = await openGithub()
  await github.install(login)
  const { access_token: token } = await github.signIn(login)

  return { github, token }
}

const names = async (reply: Response) =>
  ((await reply.json()) as { full_name: string }[]).map((one) => one.full_name)
