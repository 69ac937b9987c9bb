import { expect, test } from 'vitest'
import { localApp } from '#github/registrations/registration.ts'
import { openGithub } from './open-github.ts'
import { rawRequest } from './raw-request.ts'

const HOUR_MS = 60 * 60 * 1000

test('a user token identifies its person', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('priya-nair')

  const reply = await github.api('/user', token)

  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({
    login: 'priya-nair',
    id: 1002,
    name: 'Priya Nair',
    email: 'pro@demo.gitferry.test',
    avatar_url: `${github.webUrl}/avatars/u/1002`,
    html_url: `${github.webUrl}/priya-nair`,
    url: `${github.apiUrl}/users/priya-nair`,
    type: 'User',
    company: null,
    created_at: '2021-05-17T09:30:00Z',
  })
})

test('the picture of a person is a PNG', async () => {
  const github = await openGithub()

  const reply = await fetch(`${github.webUrl}/avatars/u/1002`)
  const bytes = Buffer.from(await reply.arrayBuffer())

  expect(reply.headers.get('content-type')).toBe('image/png')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('a private address is visible to the application only', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('sofia-lind')

  const user = await (await github.api('/user', token)).json()
  const emails = await (await github.api('/user/emails', token)).json()

  expect(user).toMatchObject({ email: null })
  expect(emails).toEqual([
    { email: 'sofia@example.test', primary: true, verified: true, visibility: 'private' },
    {
      email: '1005+sofia-lind@users.noreply.github.com',
      primary: false,
      verified: true,
      visibility: null,
    },
  ])
})

test('somebody without any address has an empty list, and no name either', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('sam-okafor')

  expect(await (await github.api('/user/emails', token)).json()).toEqual([])
  expect(await (await github.api('/user', token)).json()).toMatchObject({ name: null, email: null })
})

test('lists come in pages, with links to the others', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  const at = `${github.apiUrl}/user/emails?per_page=1&page=`

  const all = await github.api('/user/emails?per_page=500&page=nonsense', token)
  const first = await github.api('/user/emails?per_page=1', token)
  const second = await github.api('/user/emails?per_page=1&page=2', token)

  expect([await all.json(), all.headers.get('link')]).toEqual([
    [expect.anything(), expect.anything()],
    null,
  ])
  expect(first.headers.get('link')).toBe(`<${at}2>; rel="next", <${at}2>; rel="last"`)
  expect(second.headers.get('link')).toBe(`<${at}1>; rel="prev", <${at}1>; rel="first"`)
  expect(await second.json()).toHaveLength(1)
})

test.each([
  [undefined, 'Requires authentication'],
  ['ghu_wrong', 'Bad credentials'],
])('with the token %s a person is not told', async (token, message) => {
  const github = await openGithub()

  const reply = await github.api('/user', token)

  expect(reply.status).toBe(401)
  expect(await reply.json()).toEqual({
    message,
    documentation_url: 'https://docs.github.com/rest',
    status: '401',
  })
  expect(reply.headers.get('x-ratelimit-limit')).toBe('60')
})

test('the old word "token" does as well as "Bearer"', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')

  const reply = await github.api('/user', undefined, { authorization: `token ${token}` })

  expect(reply.status).toBe(200)
})

test('an application without the permission may not read addresses', async () => {
  const github = await openGithub({ registrations: [{ ...localApp, permissions: {} }] })
  const { access_token: token } = await github.signIn('mia-torres')

  const reply = await github.api('/user/emails', token)

  expect(reply.status).toBe(403)
  expect(await reply.json()).toMatchObject({ message: 'Resource not accessible by integration' })
  expect(reply.headers.get('x-accepted-github-permissions')).toBe('emails=read')
})

test.each([
  ['GET', '/nothing'],
  ['GET', '/user/'],
  ['POST', '/user'],
  ['DELETE', '/rate_limit'],
  ['GET', '/users/nobody'],
])('%s %s is not found', async (method, path) => {
  const github = await openGithub()

  const reply = await fetch(github.apiUrl + path, { method })

  expect(reply.status).toBe(404)
  expect(await reply.json()).toEqual({
    message: 'Not Found',
    documentation_url: 'https://docs.github.com/rest',
    status: '404',
  })
})

test('a request needs a User-Agent', async () => {
  const github = await openGithub()

  const unnamed = await rawRequest(`${github.apiUrl}/rate_limit`, {})
  const named = await rawRequest(`${github.apiUrl}/rate_limit`, {
    headers: { 'user-agent': 'a test' },
  })

  expect([unnamed.status, named.status]).toEqual([403, 200])
})

test('an unknown API version is refused', async () => {
  const github = await openGithub()

  const reply = await github.api('/rate_limit', undefined, { 'x-github-api-version': '1999-01-01' })

  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ status: '400' })
})

test('every response has GitHub’s headers, readable from all origins', async () => {
  const github = await openGithub()

  const { headers } = await github.api('/users/mia-torres')

  expect(headers.get('x-github-request-id')).toMatch(/^[0-9A-F-]+$/)
  expect(headers.get('x-github-media-type')).toBe('github.v3; format=json')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
})

test('CORS preflight is answered', async () => {
  const github = await openGithub()

  const reply = await fetch(`${github.apiUrl}/user`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.test',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  })

  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-allow-headers')).toContain('Authorization')
})

test('calls are counted per person, whatever the token, and anew each hour', async () => {
  const github = await openGithub()
  const one = (await github.signIn('mia-torres')).access_token
  const other = (await github.signIn('mia-torres')).access_token

  await github.api('/user', one)
  const second = await github.api('/user', other)
  await github.control('PUT', 'clock', { offsetMs: HOUR_MS + 1000 })
  const later = await github.api('/user', other)

  expect(ratesOf(second)).toEqual(['5000', '4998', '2', 'core'])
  expect(ratesOf(later)).toEqual(['5000', '4999', '1', 'core'])
})

test('reading the limits is not counted', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  await github.api('/user', token)

  await github.api('/rate_limit', token)
  const reply = await github.api('/rate_limit', token)
  const newer = await github.api('/rate_limit', token, { 'x-github-api-version': '2026-03-10' })

  const core = { limit: 5000, used: 1, remaining: 4999, reset: expect.any(Number) }
  const search = { limit: 30, used: 0, remaining: 30, reset: expect.any(Number) }
  expect(await reply.json()).toMatchObject({ resources: { core, search }, rate: core })
  expect(await newer.json()).not.toHaveProperty('rate')
  expect(ratesOf(reply)).toEqual(['5000', '4999', '1', 'core'])
})

test('a used-up rate limit refuses calls until the window is over', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  await github.control('PUT', 'people/mia-torres/rate', { used: 4999 })

  const last = await github.api('/user', token)
  const refused = await github.api('/user', token)
  await github.control('PUT', 'clock', { offsetMs: HOUR_MS + 1000 })
  const later = await github.api('/user', token)

  expect([last.status, refused.status, later.status]).toEqual([200, 403, 200])
  expect(ratesOf(refused)).toEqual(['5000', '0', '5000', 'core'])
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('API rate limit exceeded for user ID 1001.'),
  })
})

test('without a token the limit is sixty calls', async () => {
  const github = await openGithub()
  for (let call = 1; call <= 60; call += 1) await github.api('/users/mia-torres')

  const reply = await github.api('/users/mia-torres')

  expect(reply.status).toBe(403)
  expect(ratesOf(reply)).toEqual(['60', '0', '60', 'core'])
})

test('an unchanged response is 304 and not counted', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  const etag = (await github.api('/user', token)).headers.get('etag') ?? ''

  const reply = await github.api('/user', token, { 'if-none-match': etag })

  expect(reply.status).toBe(304)
  expect(await reply.text()).toBe('')
  expect(ratesOf(reply)).toEqual(['5000', '4999', '1', 'core'])
})

test('faults apply to the API as to the pages', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  const body = { message: 'You have exceeded a secondary rate limit.' }
  await github.control('POST', 'faults', {
    path: '/user',
    status: 403,
    headers: { 'retry-after': '60' },
    body,
  })

  const bad = await github.api('/user', token)
  const good = await github.api('/user', token)

  expect([bad.status, bad.headers.get('retry-after'), good.status]).toEqual([403, '60', 200])
  expect(bad.headers.get('access-control-allow-origin')).toBe('*')
  expect(await bad.json()).toEqual(body)
})

test('the API refuses foreign host names', async () => {
  const github = await openGithub()

  const reply = await rawRequest(`${github.apiUrl}/rate_limit`, {
    headers: { host: 'evil.example' },
  })

  expect(reply.status).toBe(403)
})

const ratesOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'used', 'resource'].map((name) => headers.get(`x-ratelimit-${name}`))
