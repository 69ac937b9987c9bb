import { expect, test } from 'vitest'
import { appJwt } from './app-jwt.ts'
import { openGithub } from './open-github.ts'

const HOUR_MS = 60 * 60 * 1000

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
    repository_ids: [70009],
    permissions: { contents: 'read' },
  })
  const more = await github.send('POST', at, jwt, { permissions: { secrets: 'write' } })
  const foreign = await github.send('POST', at, jwt, { repository_ids: [70001] })

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

  const replies = await Promise.all(
    [forged, 'a.b.c', token].map((one) =>
      github.send('POST', '/app/installations/1/access_tokens', one),
    ),
  )

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

  await github.control('PUT', `installations/${id}`, { suspended: true })
  const suspended = [await looks(), (await github.send('POST', `${at}/access_tokens`, jwt)).status]
  await github.control('PUT', `installations/${id}`, { suspended: false })
  const working = await looks()
  await github.control('DELETE', `installations/${id}`)

  expect([suspended, working, await looks()]).toEqual([[401, 403], 200, 401])
  expect((await github.send('POST', `${at}/access_tokens`, jwt)).status).toBe(404)
})

const seconds = () => Math.floor(Date.now() / 1000)
