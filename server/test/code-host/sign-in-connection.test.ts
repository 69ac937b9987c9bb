import { expect, test } from 'vitest'
import { useGithubServer } from './github-server.ts'
import { webhooksOf } from './webhooks.ts'

const server = useGithubServer()
const { deliver } = webhooksOf(server)

test('who signs in with GitHub is connected by the same authorization', async () => {
  const person = await server().newPerson()
  const installationId = await person.install()

  const member = await signIn(person.login)

  expect(await server().connectionOf(member)).toMatchObject({
    github_username: person.login,
    access_token: expect.stringMatching(/^enc/),
    refresh_token: expect.stringMatching(/^enc/),
    refresh_token_expires_at: expect.any(Date),
  })
  const token = await server().call('get-github-token', member.token, { method: 'GET' })
  expect(token).toMatchObject({
    status: 200,
    body: { github_username: person.login, installation_id: installationId },
  })
})

test('a connection that exists stays as it is', async () => {
  const person = await server().newPerson()
  const before = await server().connectionOf(await signIn(person.login))

  const member = await signIn(person.login)

  expect(await server().connectionOf(member)).toEqual(before)
})

test('who has disconnected GitHub is not connected again by signing in', async () => {
  const person = await server().newPerson()
  const member = await signIn(person.login)
  await server().call('disconnect-github', member.token)

  const again = await signIn(person.login)

  expect(again.id).toBe(member.id)
  expect(await server().connectionOf(again)).toBeUndefined()
})

test('a revocation counts again for somebody who comes back with a new account', async () => {
  const person = await server().newPerson()
  const first = await signIn(person.login)
  const sender = { id: Number((await server().connectionOf(first))?.github_user_id) }
  const revoked = JSON.stringify({ action: 'revoked', sender })
  await revokeAt(person.login, revoked)
  await server().sql('delete from auth.users where id = $1', [first.id])
  const second = await signIn(person.login)
  expect((await server().connectionOf(second))?.access_token).toMatch(/^enc/)

  await revokeAt(person.login, revoked)

  expect((await server().connectionOf(second))?.access_token ?? null).toBeNull()
})

/** Revokes at GitHub, which sends an identical event each time. */
async function revokeAt(login: string, body: string): Promise<void> {
  await server().github.control('POST', `people/${login}/revoke`, {})
  await deliver(body, { event: 'github_app_authorization' })
  await server().settle()
}

/** As the web does: authorize, confirm at GitHub, come back with a session in the fragment. */
async function signIn(login: string) {
  const url = server().urlOf(0)
  const begun = await fetch(`${url}/auth/v1/authorize?provider=github`, { redirect: 'manual' })
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const confirmed = await fetch(begun.headers.get('location') ?? '', {
    method: 'POST',
    body: new URLSearchParams({ person: login }),
    redirect: 'manual',
  })
  const back = await fetch(confirmed.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie },
  })
  const fragment = new URL(back.headers.get('location') ?? '').hash.slice(1)
  const token = new URLSearchParams(fragment).get('access_token') ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  return { id: claims.sub as string, email: claims.email, token, sessionId: claims.session_id }
}
