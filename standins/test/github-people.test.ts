import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const HOSTILE = '"><script>alert(1)</script>'

test('the first page lists everybody', async () => {
  const github = await openGithub()

  const page = await github.page('/')

  expect(page).toContain('Local stand-in')
  expect(page).toContain('href="/mia-torres"')
})

test('an unknown login answers 404', async () => {
  const github = await openGithub()

  const reply = await fetch(`${github.webUrl}/nobody`)

  expect(reply.status).toBe(404)
})

test('no page takes a name, an address or a parameter for markup', async () => {
  const github = await openGithub()
  await github.control('POST', 'seed', {
    people: [{ login: 'eve', name: HOSTILE, email: "eve'&lt;@example.test" }],
  })

  const pages = await Promise.all([
    github.page('/'),
    github.page('/eve'),
    github.page(`/${encodeURIComponent(HOSTILE)}`),
    (await fetch(github.authorizeUrl({ state: HOSTILE, scope: HOSTILE }))).text(),
    (await github.answer({ decision: 'create', login: HOSTILE })).text(),
    (await github.press('/signup', { login: 'x', email: HOSTILE })).text(),
  ])

  for (const page of pages) expect(page).not.toContain('<script>alert')
  expect(pages[0]).toContain('&lt;script&gt;alert(1)')
})

test.each([
  [{}, '"people" must be a list.'],
  [{ people: [{ login: 'mia-torres' }] }, '“mia-torres” is already taken.'],
  [{ people: [{ login: 'ada', emailState: 'lost' }] }, '"emailState" must be one of'],
])('the seed %j is refused', async (input, problem) => {
  const github = await openGithub()

  const reply = await github.control('POST', 'seed', input)

  expect(reply.status).toBe(400)
  expect(await reply.json()).toEqual({ error: expect.stringContaining(problem) })
})

test('a reset restores the demo people, and removes all tokens', async () => {
  const github = await openGithub()
  await github.press('/signup', { login: 'ada', emailState: 'none' })
  const { access_token: token } = await github.signIn('mia-torres')

  await github.control('POST', 'reset')

  expect(await github.page('/')).not.toContain('href="/ada"')
  expect((await github.api('/user', token)).status).toBe(401)
})

test('the control API refuses a person that nobody is', async () => {
  const github = await openGithub()

  expect((await github.control('PUT', 'people/nobody/rate', { used: 1 })).status).toBe(400)
})

test('the control API requires JSON', async () => {
  const github = await openGithub()

  const reply = await fetch(`${github.webUrl}/_control/people/mia-torres/rate`, {
    method: 'PUT',
    headers: { 'x-standin-control': '1' },
    body: 'lots',
  })

  expect(reply.status).toBe(400)
})
