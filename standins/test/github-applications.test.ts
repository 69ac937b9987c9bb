import { expect, test } from 'vitest'
import { localApp } from '#github/registrations/registration.ts'
import { openGithub } from './open-github.ts'

type Github = Awaited<ReturnType<typeof openGithub>>

const PROOF = basic(localApp.clientId, localApp.clientSecret)

test('an application can have one token revoked, and the others live on', async () => {
  const github = await openGithub()
  const { access_token: token } = await github.signIn('mia-torres')
  const other = await github.signIn('mia-torres')

  const reply = await ask(github, 'DELETE', 'token', { access_token: token })

  expect(reply.status).toBe(204)
  expect((await github.api('/user', token)).status).toBe(401)
  expect((await github.api('/user', other.access_token)).status).toBe(200)
})

test('a revoked token cannot be renewed', async () => {
  const github = await openGithub()
  const { access_token, refresh_token } = await github.signIn('mia-torres')

  await ask(github, 'DELETE', 'token', { access_token })
  const answer = await github.tokensFor({ grant_type: 'refresh_token', refresh_token })

  expect(answer.error).toBe('bad_refresh_token')
})

test('with the grant all tokens of that person go', async () => {
  const github = await openGithub()
  const { access_token } = await github.signIn('mia-torres')
  const other = await github.signIn('mia-torres')
  const otherPerson = await github.signIn('jonas-weber')

  const reply = await ask(github, 'DELETE', 'grant', { access_token })

  expect(reply.status).toBe(204)
  expect((await github.api('/user', other.access_token)).status).toBe(401)
  expect((await github.api('/user', otherPerson.access_token)).status).toBe(200)
})

test('an application can ask about a token of its own', async () => {
  const github = await openGithub()
  const { access_token } = await github.signIn('mia-torres')

  const reply = await ask(github, 'POST', 'token', { access_token })

  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({
    token: access_token,
    expires_at: expect.any(String),
    scopes: [],
  })
})

test.each([
  [{ access_token: 'ghu_unknown' }, 404, 'Not Found'],
  [{}, 422, 'Validation Failed'],
  [[], 400, 'Body should be a JSON object'],
])('%j revokes nothing', async (body, status, message) => {
  const github = await openGithub()

  const reply = await ask(github, 'DELETE', 'token', body)

  expect(reply.status).toBe(status)
  expect(await reply.json()).toMatchObject({ message, status: String(status) })
})

test('a body that is not JSON is said to be none', async () => {
  const github = await openGithub()

  const reply = await fetch(`${github.apiUrl}/applications/${localApp.clientId}/token`, {
    method: 'DELETE',
    headers: { authorization: PROOF },
    body: '{"access_token":',
  })

  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ message: 'Problems parsing JSON' })
})

test.each([
  ['without its secret', {}, 401],
  ['with a wrong secret', { authorization: basic(localApp.clientId, 'wrong') }, 404],
  ['as somebody else', { authorization: basic('other', 'other-secret') }, 404],
])('tokens cannot be revoked %s', async (_how, headers, status) => {
  const other = { ...localApp, clientId: 'other', clientSecret: 'other-secret' }
  const github = await openGithub({ registrations: [localApp, other] })
  const { access_token } = await github.signIn('mia-torres')

  const reply = await ask(github, 'DELETE', 'token', { access_token }, headers)

  expect(reply.status).toBe(status)
  expect((await github.api('/user', access_token)).status).toBe(200)
})

test('an authenticated program has a person’s rate limit, not the anonymous one', async () => {
  const github = await openGithub()

  const reply = await ask(github, 'DELETE', 'token', { access_token: 'ghu_unknown' })

  expect(reply.headers.get('x-ratelimit-limit')).toBe('5000')
})

const ask = (
  github: Github,
  method: string,
  what: string,
  body: unknown,
  headers: Record<string, string> = { authorization: PROOF },
) =>
  fetch(`${github.apiUrl}/applications/${localApp.clientId}/${what}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })

function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}
