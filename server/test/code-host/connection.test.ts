import { expect, test } from 'vitest'
import { useGithubServer } from './github-server.ts'

const testServer = useGithubServer()
const AGAIN = 'Authorization code expired. Please try connecting again.'

test('a member connects, and the tokens are stored sealed', async () => {
  const { newMember, newPerson, connect, connectionOf, logged } = testServer()
  const member = await newMember()
  const person = await newPerson()

  const { status, body } = await connect(member, person.login)

  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    github_username: person.login,
    avatar_url: expect.stringMatching(/^http/),
    scopes: [],
    installation_id: null,
    installation_found: false,
  })
  const row = await connectionOf(member)
  expect(row).toMatchObject({
    github_username: person.login,
    access_token: expect.stringMatching(/^enc1\./),
    refresh_token: expect.stringMatching(/^enc1\./),
    expires_at: expect.any(Date),
  })
  expect(logged()).not.toMatch(/gh[ur]_/)
})

test('where to go is GitHub’s page, with a state and a proof that only we can complete', async () => {
  const { newMember, setOut, github, urlOf, sql } = testServer()
  const member = await newMember()

  const { url, state, installUrl } = await setOut(member)

  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe(`${github.webUrl}/login/oauth/authorize`)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'gitferry-local',
    redirect_uri: `${urlOf(0)}/auth/github/callback`,
    state,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(installUrl).toBe(`${github.webUrl}/apps/gitferry-local/installations/new?state=${state}`)
  const kept = await sql('select * from public.github_connection_states where user_id = $1', [
    member.id,
  ])
  expect(JSON.stringify(kept)).not.toContain(state)
})

test('connecting again, even as somebody else, replaces the connection', async () => {
  const { newMember, newPerson, connect, connectionOf } = testServer()
  const member = await newMember()
  const [before, after] = [await newPerson(), await newPerson()]
  const installationId = await after.install()

  await connect(member, before.login)
  const { body } = await connect(member, after.login)

  expect(body).toMatchObject({
    github_username: after.login,
    installation_id: installationId,
    installation_found: true,
  })
  expect(await connectionOf(member)).toMatchObject({ github_username: after.login })
})

test('an absent, unknown, foreign, used or old state leads nowhere', async () => {
  const { newMember, newPerson, setOut, allow, comeBack, sql } = testServer()
  const [member, other] = [await newMember(), await newMember()]
  const { login } = await newPerson()
  const { url, state } = await setOut(member)
  const code = await allow(url, login)
  const refused = { status: 400, body: { error: AGAIN, code: 'STATE_INVALID' } }

  expect(await comeBack(member, { code })).toMatchObject(refused)
  expect(await comeBack(member, { code, state: 'made-up' })).toMatchObject(refused)
  expect(await comeBack(other, { code, state })).toMatchObject(refused)
  // None of these attempts used up the member's state.
  expect((await comeBack(member, { code, state })).status).toBe(200)
  expect(await comeBack(member, { code, state })).toMatchObject(refused)

  const late = await setOut(member)
  await sql(`update public.github_connection_states set created_at = now() - interval '61 minutes'`)
  const lateCode = await allow(late.url, login)
  expect(await comeBack(member, { code: lateCode, state: late.state })).toMatchObject(refused)
})

test('of many who come back with one state, one goes on', async () => {
  const { newMember, newPerson, setOut, allow, comeBack } = testServer()
  const member = await newMember()
  const { url, state } = await setOut(member)
  const code = await allow(url, (await newPerson()).login)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => comeBack(member, { code, state })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
})

test('a code that was stolen from another member is worth nothing', async () => {
  const { newMember, newPerson, setOut, allow, comeBack, connectionOf } = testServer()
  const [victim, thief] = [await newMember(), await newMember()]
  const { url } = await setOut(victim)
  const stolen = await allow(url, (await newPerson()).login)
  const { state } = await setOut(thief)

  const answer = await comeBack(thief, { code: stolen, state })

  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'The code passed is incorrect or expired.', code: 'BAD_VERIFICATION_CODE' },
  })
  expect(await connectionOf(thief)).toBeUndefined()
})

test('without a code there is nothing to trade', async () => {
  const { newMember, setOut, comeBack } = testServer()
  const member = await newMember()
  const { state } = await setOut(member)

  expect(await comeBack(member, { state })).toMatchObject({
    status: 400,
    body: { error: 'Authorization code is required', code: 'CODE_REQUIRED' },
  })
})

test('GitHub’s bad days are told as such, and nothing is written', async () => {
  const { newMember, newPerson, setOut, allow, comeBack, connectionOf, github } = testServer()
  const member = await newMember()
  const { login } = await newPerson()
  const attempt = async (fault: object) => {
    const { url, state } = await setOut(member)
    const code = await allow(url, login)
    await github.control('POST', 'faults', { times: 1, ...fault })
    const { status, headers, body } = await comeBack(member, { code, state })
    await github.control('DELETE', 'faults', {})
    return [status, body.code, headers.get('retry-after')]
  }

  expect(await attempt({ path: '/login/oauth/access_token', status: 502 })).toEqual([
    503,
    'GITHUB_UNAVAILABLE',
    '5',
  ])
  expect(await attempt({ path: '/user', status: 429, headers: { 'retry-after': '7' } })).toEqual([
    503,
    'GITHUB_UNAVAILABLE',
    '7',
  ])
  const words = { error: 'incorrect_client_credentials', error_description: 'wrong secret' }
  expect(await attempt({ path: '/login/oauth/access_token', status: 200, body: words })).toEqual([
    500,
    'GITHUB_AUTH_FAILED',
    null,
  ])
  expect(await connectionOf(member)).toBeUndefined()
})

test('whoever has a second factor must have used it', async () => {
  const { newMember, call } = testServer()
  const member = await newMember({ hasFactor: true })
  const raised = await newMember({ hasFactor: true, aal: 'aal2' })
  const functions: [string, string][] = [
    ['start-github-connection', 'POST'],
    ['github-app-auth', 'POST'],
    ['get-github-token', 'GET'],
    ['get-installation-token', 'GET'],
    ['disconnect-github', 'POST'],
    ['sync-bolt-projects', 'POST'],
  ]

  for (const [name, method] of functions) {
    const { status, body } = await call(name, member.token, { method })
    expect([name, status, body.code]).toEqual([name, 403, 'insufficient_aal'])
  }
  expect((await call('start-github-connection', raised.token)).status).toBe(200)
})

test('nobody connects without being signed in', async () => {
  const { call } = testServer()

  for (const name of ['start-github-connection', 'github-app-auth', 'disconnect-github']) {
    expect(await call(name, null)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED_NO_AUTH_HEADER' },
    })
  }
})
