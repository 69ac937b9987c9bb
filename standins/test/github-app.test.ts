import { expect, test } from 'vitest'
import { appJwt } from './app-jwt.ts'
import { openGithub } from './open-github.ts'

const HOUR_MS = 60 * 60 * 1000

test('the app identifies itself, by its id or by its client id', async () => {
  const github = await openGithub()
  const byClientId = await appJwt(github, { iss: github.app.clientId })

  const reply = await github.api('/app', await appJwt(github))

  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ id: 4001, slug: 'gitferry-local' })
  expect((await github.api('/app', byClientId)).status).toBe(200)
})

test('an installation token is valid for an hour and lists the installed repositories', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres', { repositories: ['timer-wall', 'next-idea'] })
  const at = `/app/installations/${id}/access_tokens`

  const reply = await github.send('POST', at, await appJwt(github))
  const issued = (await reply.json()) as { token: string; expires_at: string }
  const seen = await (await github.api('/installation/repositories', issued.token)).json()
  await github.control('PUT', 'clock', { offsetMs: HOUR_MS })
  const later = await github.api('/installation/repositories', issued.token)

  expect(reply.status).toBe(201)
  expect(issued).toMatchObject({
    token: expect.stringMatching(/^ghs_/),
    permissions: { contents: 'write', metadata: 'read' },
    repository_selection: 'selected',
  })
  expect(seen).toMatchObject({ total_count: 2 })
  expect(later.status).toBe(401)
})

test('an app may narrow its permissions, and not widen them', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres')
  const at = `/app/installations/${id}/access_tokens`
  const jwt = await appJwt(github)

  const less = await github.send('POST', at, jwt, {
    repositories: ['timer-wall'],
    permissions: { contents: 'read' },
  })
  const more = await github.send('POST', at, jwt, { permissions: { secrets: 'write' } })
  const foreign = await github.send('POST', at, jwt, { repositories: ['tide-tables'] })

  expect(await less.json()).toMatchObject({
    permissions: { contents: 'read' },
    repositories: [{ name: 'timer-wall' }],
  })
  expect([more.status, foreign.status]).toEqual([422, 422])
})

test.each([
  ['expired', () => ({ exp: seconds() - 1 }), "'exp') is too old"],
  ['made for too long', () => ({ exp: seconds() + 3600 }), 'is too far in the future'],
  ['from the future', () => ({ iat: seconds() + 300 }), "'Issued at' claim"],
  ['of nobody', () => ({ iss: 'nobody' }), "'Issuer' claim"],
])('a JWT %s is refused', async (_how, claims, problem) => {
  const github = await openGithub()

  const reply = await github.api('/app', await appJwt(github, claims()))

  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ message: expect.stringContaining(problem) })
})

test('a tampered JWT is refused, and so is a user token', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  const [head, , signature] = (await appJwt(github)).split('.')
  const forged = [head, Buffer.from('{"iss":4001}').toString('base64url'), signature].join('.')

  const replies = await Promise.all([forged, 'a.b.c', token].map((one) => github.api('/app', one)))

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
})

test('an installation token has no user', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres')
  const jwt = await appJwt(github)
  const { token } = (await (
    await github.send('POST', `/app/installations/${id}/access_tokens`, jwt)
  ).json()) as { token: string }

  expect((await github.api('/user', token)).status).toBe(403)
  expect((await github.api('/user', jwt)).status).toBe(401)
})

test('a suspended or uninstalled app has no access', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres')
  const at = `/app/installations/${id}`
  const jwt = await appJwt(github)
  const { token } = (await (await github.send('POST', `${at}/access_tokens`, jwt)).json()) as {
    token: string
  }
  const looks = async () => (await github.api('/installation/repositories', token)).status

  await github.send('PUT', `${at}/suspended`, jwt)
  const suspended = [await looks(), (await github.send('POST', `${at}/access_tokens`, jwt)).status]
  await github.send('DELETE', `${at}/suspended`, jwt)
  const working = await looks()
  await github.send('DELETE', at, jwt)

  expect([suspended, working, await looks()]).toEqual([[401, 403], 200, 401])
  expect((await github.api(at, jwt)).status).toBe(404)
})

test('an app finds its installation by person, organisation and repository', async () => {
  const github = await openGithub()
  const mias = await github.install('mia-torres')
  const theirs = await github.install('priya-nair', { account: 'lanternworks' })
  const jwt = await appJwt(github)
  const idAt = async (path: string) =>
    ((await (await github.api(path, jwt)).json()) as { id?: number }).id

  expect(await idAt('/users/mia-torres/installation')).toBe(mias)
  expect(await idAt('/orgs/lanternworks/installation')).toBe(theirs)
  expect(await idAt('/repos/lanternworks/website/installation')).toBe(theirs)
  expect(await idAt('/users/jonas-weber/installation')).toBeUndefined()
  expect(await (await github.api('/app/installations', jwt)).json()).toHaveLength(2)
})

test('an installation token can be revoked', async () => {
  const github = await openGithub()
  const id = await github.install('mia-torres')
  const issued = await github.send(
    'POST',
    `/app/installations/${id}/access_tokens`,
    await appJwt(github),
  )
  const { token } = (await issued.json()) as { token: string }

  const reply = await github.send('DELETE', '/installation/token', token)

  expect(reply.status).toBe(204)
  expect((await github.api('/installation/repositories', token)).status).toBe(401)
})

const seconds = () => Math.floor(Date.now() / 1000)
