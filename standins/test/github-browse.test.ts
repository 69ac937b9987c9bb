import { expect, test } from 'vitest'
import { openGithub } from './open-github.ts'

const HOSTILE = '<script>alert(1)</script>'
const AT = '/mia-torres/recipe-scaler'

test('a person’s page leads to repositories, and these to branches, commits and files', async () => {
  const github = await openGithub()

  const person = await github.page('/mia-torres')
  const repository = await github.page(AT)
  const sha = /commit\/([0-9a-f]{40})/.exec(repository)?.[1]
  const commit = await github.page(`${AT}/commit/${sha}`)

  expect(person).toContain(`href="${AT}"`)
  expect(repository).toContain(`href="${AT}/tree/main"`)
  expect(commit).toContain('src/app.ts')
})

test('an organisation shows its repositories and its apps', async () => {
  const github = await openGithub()
  await github.install('priya-nair', { account: 'lanternworks' })

  const page = await github.page('/lanternworks')

  expect(page).toContain('href="/lanternworks/website"')
  expect(page).toContain('Choose repositories')
})

test('an empty repository says so', async () => {
  const github = await openGithub()

  expect(await github.page('/mia-torres/next-idea')).toContain('None yet.')
})

test('pushed content is escaped on pages', async () => {
  const github = await openGithub()
  await github.control('POST', 'seed', {
    repositories: [
      {
        owner: 'mia-torres',
        name: 'evil',
        description: HOSTILE,
        commits: [{ message: HOSTILE, files: { 'a.html': HOSTILE } }],
      },
    ],
  })
  await github.install('mia-torres')
  const { access_token: token } = await github.signIn('mia-torres')
  await github.send('POST', '/repos/mia-torres/evil/issues', token, {
    title: HOSTILE,
    body: HOSTILE,
  })

  for (const path of ['/mia-torres', '/mia-torres/evil', '/mia-torres/evil/issues/1']) {
    const page = await github.page(path)
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&lt;script&gt;')
  }
})

test('a repository that is not there has no page', async () => {
  const github = await openGithub()

  expect((await fetch(`${github.webUrl}/mia-torres/nothing`)).status).toBe(404)
})

test.each([
  [{ organisations: [{ login: 'acme', owners: ['nobody'] }] }, 'Nobody is called'],
  [{ repositories: [{ owner: 'nobody', name: 'x' }] }, 'Nobody is called'],
  [{ repositories: [{ owner: 'mia-torres', name: 'timer-wall' }] }, 'is already there'],
])('the seed %j is refused', async (input, problem) => {
  const github = await openGithub()

  const reply = await github.control('POST', 'seed', input)

  expect([reply.status, await reply.json()]).toEqual([
    400,
    { error: expect.stringContaining(problem) },
  ])
})

test('tokens expire and authorizations are revoked by the control API', async () => {
  const github = await openGithub()
  const tokens = await github.signIn('mia-torres')
  const works = async (token: string) => (await github.api('/user', token)).status

  await github.control('POST', 'people/mia-torres/expire-tokens', {})
  const expired = await works(tokens.access_token)
  const renewed = await github.tokensFor({
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  })
  const fresh = await works(renewed.access_token)
  await github.control('POST', 'people/mia-torres/revoke', {})

  expect([expired, fresh, await works(renewed.access_token)]).toEqual([401, 200, 401])
})
