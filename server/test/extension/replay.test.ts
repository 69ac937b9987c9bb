import { expect, test } from 'vitest'
import { SECRET_KEY, type TestMember, useGithubServer } from '#test/code-host/github-server.ts'
import { openMailingList } from '#test/functions/mailing-list.ts'

// Every call of the published extension as it makes it: its headers and no others. Each is made to
// either of two servers over one database. The numbers are those of its table of calls.
const testServer = useGithubServer({
  servers: 2,
  env: async (atEnd) => (await openMailingList(atEnd)).env,
})
const SERVERS = [0, 1]

test('1: it refreshes its session by the publishable key alone', async () => {
  for (const server of SERVERS) {
    const { refresh_token } = (await mint(await testServer().newMember())).body

    const { status, body } = await refresh(server, refresh_token)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/\S/),
      refresh_token: expect.stringMatching(/\S/),
      expires_at: expect.any(Number),
      expires_in: 3600,
    })
  }
})

test('1: a bad refresh token is never answered with a 5xx, and in the old shape', async () => {
  const { sql, newMember } = testServer()
  const member = await newMember()
  const { refresh_token } = (await mint(member)).body
  await sql('delete from auth.sessions where user_id = $1', [member.id])

  expect(await refresh(0, 'nonsense-nonsense')).toMatchObject({
    status: 400,
    body: { code: 400, error_code: 'refresh_token_not_found', msg: expect.any(String) },
  })
  expect(await refresh(1, refresh_token)).toMatchObject({
    status: 400,
    body: { code: 400, error_code: 'session_not_found' },
  })
})

test('2: it asks who is signed in', async () => {
  const member = await testServer().newMember()

  for (const server of SERVERS) {
    expect(await whoami(server, member.token)).toMatchObject({
      status: 200,
      body: {
        id: member.id,
        email: member.email,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    })
  }
})

test('2: a session that was ended, a bad token and no token are told apart', async () => {
  const { sql, newMember } = testServer()
  const member = await newMember()
  await sql('delete from auth.sessions where id = $1', [member.sessionId])

  expect(await whoami(1, member.token)).toMatchObject({
    status: 403,
    body: { code: 403, error_code: 'session_not_found' },
  })
  expect(await whoami(0, 'a.b.c')).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } })
  expect(await ask(0, '/auth/v1/user', { headers: { apikey: key() } })).toMatchObject({
    status: 401,
    body: { error_code: 'no_authorization' },
  })
})

test('3: it asks for the subscription', async () => {
  const { sql, newMember } = testServer()
  const [free, pro] = [await newMember(), await newMember()]
  await sql(
    `with plan as (
       insert into public.plans (name, price) values ('Pro Monthly', 4) returning id
     )
     insert into public.subscriptions
       (user_id, plan_id, status, ends_at, lemon_squeezy_subscription_id)
     select $1, id, 'cancelled', now() + interval '9 days', 'replay-1' from plan`,
    [pro.id],
  )

  for (const server of SERVERS) {
    expect(await subscription(server, free, free.token)).toMatchObject({ status: 200, body: [] })
    expect(await subscription(server, pro, pro.token)).toMatchObject({
      status: 200,
      body: [
        {
          subscription_status: 'active',
          plan_name: 'Pro Monthly',
          current_period_end: expect.any(String),
        },
      ],
    })
  }
  expect(await subscription(0, pro, free.token)).toMatchObject({ status: 200, body: [] })
  expect((await subscription(0, pro, 'a.b.c')).status).toBe(401)
})

test('4: it asks for a GitHub token, without a key', async () => {
  const { member, installationId, login } = await connected()
  const unrelated = await testServer().newMember()

  for (const server of SERVERS) {
    const { status, body } = await token(server, member.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'github_app', github_username: login, renewed: false })
    expect(Number.isFinite(body.installation_id) && body.installation_id === installationId).toBe(
      true,
    )
    expect(Number.isNaN(Date.parse(String(body.expires_at)))).toBe(false)
    expect(Array.isArray(body.scopes)).toBe(true)
    expect(await token(server, unrelated.token)).toMatchObject({
      status: 404,
      body: { code: 'NO_GITHUB_APP' },
    })
  }
  expect(await token(0, 'a.b.c')).toMatchObject({
    status: 401,
    body: { error: expect.any(String) },
  })
})

test('4: why there is no token has a code, the same at either server', async () => {
  const { sql, github } = testServer()
  const { member } = await connected()
  const bare = await testServer().connected({ isInstalled: false })
  const change = (set: string) =>
    sql(`update public.github_integrations set ${set} where user_id = $1`, [member.id])
  const told = async (one: TestMember) => {
    const answers = await Promise.all(SERVERS.map((server) => token(server, one.token)))
    return answers.map(({ status, body }) => [status, body.code, typeof body.error])
  }
  const both = (...answer: unknown[]) => [answer, answer]
  const spent = `expires_at = now() - interval '1 minute'`

  expect(await told(bare.member)).toEqual(both(409, 'GITHUB_APP_INSTALLATION_MISSING', 'string'))
  await change(`refresh_token = null, ${spent}`)
  expect(await told(member)).toEqual(both(401, 'TOKEN_EXPIRED_NO_REFRESH', 'string'))
  await change('access_token = null')
  expect(await told(member)).toEqual(both(401, 'NO_ACCESS_TOKEN', 'string'))

  const away = await connected()
  await sql(`update public.github_integrations set ${spent} where user_id = $1`, [away.member.id])
  const tokens = { path: '/login/oauth/access_token', times: null }
  await github.control('POST', 'faults', { ...tokens, status: 503 })
  expect(await told(away.member)).toEqual(both(500, 'TOKEN_RETRIEVAL_ERROR', 'string'))
  await github.control('DELETE', 'faults', {})
  const body = { error: 'bad_refresh_token', error_description: 'incorrect or expired' }
  await github.control('POST', 'faults', { ...tokens, status: 200, body })
  expect(await token(1, away.member.token)).toMatchObject({
    status: 401,
    body: { code: 'TOKEN_RENEWAL_FAILED' },
  })
  await github.control('DELETE', 'faults', {})
})

test('5: it asks what the app may do, with either method', async () => {
  const { member } = await connected()
  const unrelated = await testServer().newMember()
  const permissions = { contents: 'write', metadata: 'read', administration: 'write' }

  const got = await ask(0, '/functions/v1/get-installation-token', {
    headers: bearer(member.token),
  })
  const posted = await ask(1, '/functions/v1/get-installation-token', {
    method: 'POST',
    headers: { ...bearer(member.token), apikey: key() },
    body: '{}',
  })
  const none = await ask(1, '/functions/v1/get-installation-token', {
    headers: bearer(unrelated.token),
  })

  expect(got).toMatchObject({ status: 200, body: { type: 'installation', permissions } })
  expect(posted).toMatchObject({ status: 200, body: { permissions, repositories: 'all' } })
  expect(none).toMatchObject({
    status: 404,
    body: { error: 'No GitHub App installation found', code: 'NO_INSTALLATION' },
  })
})

test('5: what GitHub or the app’s key cannot do is told apart', async () => {
  const { github } = testServer()
  const { member } = await connected()
  const told = async (server: number, status: number) => {
    const path = '/app/installations/*'
    await github.control('POST', 'faults', { path, times: 1, status, body: { message: 'No' } })
    const headers = bearer(member.token)
    const answer = await ask(server, '/functions/v1/get-installation-token', { headers })
    await github.control('DELETE', 'faults', {})
    return [answer.status, answer.body.code, typeof answer.body.error]
  }

  expect(await told(0, 503)).toEqual([500, 'INSTALLATION_TOKEN_ERROR', 'string'])
  expect(await told(1, 401)).toEqual([500, 'KEY_VALIDATION_ERROR', 'string'])
})

test('6: it finishes a connection, or is told why not', async () => {
  const { newMember, newPerson, setOut, allow } = testServer()
  const member = await newMember()
  const person = await newPerson()
  const { url, state } = await setOut(member)
  const code = await allow(url, person.login)
  const finish = (body: object) =>
    ask(1, '/functions/v1/github-app-auth', {
      method: 'POST',
      headers: bearer(member.token),
      body: JSON.stringify(body),
    })

  expect(await finish({ code })).toMatchObject({
    status: 400,
    body: { error: expect.any(String), code: 'STATE_INVALID' },
  })
  expect(await finish({ code, state })).toMatchObject({
    status: 200,
    body: {
      success: true,
      github_username: person.login,
      avatar_url: expect.any(String),
      scopes: [],
      installation_id: null,
      installation_found: false,
    },
  })
})

test('7: it sends its projects, and always finds the three lists', async () => {
  const member = await testServer().newMember()
  const item = { bolt_project_id: 'github-abc', project_name: 'A', is_private: true }

  for (const server of SERVERS) {
    const { status, body } = await ask(server, '/functions/v1/sync-bolt-projects', {
      method: 'POST',
      headers: bearer(member.token),
      body: JSON.stringify({ localProjects: [item], conflictResolution: 'auto-resolve' }),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      updatedProjects: expect.any(Array),
      conflicts: [],
      deletedProjects: [],
    })
  }
  const refused = await ask(0, '/functions/v1/sync-bolt-projects', {
    method: 'POST',
    headers: bearer(member.token),
    body: '[]',
  })
  expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String) } })
})

test('8: it subscribes to the newsletter as anybody, or is told why not', async () => {
  const subscribeAt = (server: number, email: string) =>
    ask(server, '/functions/v1/newsletter-subscription', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        firstName: 'Ada',
        lastName: 'Lovelace',
        customFields: {
          source: 'extension',
          version: '1.3.20',
          subscription_date: '2026-03-01T10:00:00.000Z',
          preferences: JSON.stringify({ productUpdates: true, tips: true, communityNews: false }),
        },
      }),
    })

  for (const server of SERVERS) {
    const email = `ada-${server}@example.test`
    expect(await subscribeAt(server, email)).toMatchObject({
      status: 201,
      body: { success: true, message: expect.any(String), subscriber: { id: expect.any(String) } },
    })
    expect(await subscribeAt(server, 'fake@example.test')).toMatchObject({
      status: 422,
      body: { success: false, message: expect.any(String) },
    })
  }
})

test('9: it asks for a session of its own, without a body', async () => {
  const member = await testServer().newMember()

  for (const server of SERVERS) {
    expect(await mint(member, server)).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[^.]+\.[^.]+\.[^.]+$/),
        refresh_token: expect.any(String),
        expires_at: expect.any(Number),
        expires_in: 3600,
      },
    })
  }
})

test('10: its test panel reads the connection, whose token stays sealed', async () => {
  const { member, installationId, login } = await connected()
  const query =
    'select=github_username%2Cexpires_at%2Cinstallation_id%2Caccess_token' +
    `&user_id=eq.${member.id}&integration_type=eq.github_app`

  const { status, body } = await ask(1, `/rest/v1/github_integrations?${query}`, {
    headers: { ...bearer(member.token), apikey: key() },
  })

  expect(status).toBe(200)
  expect(body).toEqual([
    {
      github_username: login,
      expires_at: expect.any(String),
      installation_id: installationId,
      access_token: expect.stringMatching(/^enc1\./),
    },
  ])
})

test('9 and 10: whoever is not signed in gets JSON that says so', async () => {
  const headers = { ...bearer('a.b.c'), apikey: key() }

  for (const server of SERVERS) {
    const path = '/functions/v1/mint-extension-session'
    expect(await ask(server, path, { method: 'POST', headers })).toMatchObject({
      status: 401,
      body: { error: expect.any(String) },
    })
    expect(await ask(server, '/rest/v1/github_integrations', { headers })).toMatchObject({
      status: 401,
      body: { message: expect.any(String) },
    })
  }
})

test('11: a timetable elsewhere cleans up by the secret key, and hears of a failure', async () => {
  const { sql, newMember } = testServer()
  const member = await newMember()
  const cleanUp = (server: number, accessToken: string) =>
    ask(server, '/functions/v1/cleanup-expired-tokens', {
      method: 'POST',
      headers: bearer(accessToken),
    })

  for (const server of SERVERS) {
    expect(await cleanUp(server, SECRET_KEY)).toEqual({
      status: 200,
      body: {
        message: 'Cleanup completed successfully',
        tokens_cleared: expect.any(Number),
        tokens_deleted: expect.any(Number),
        total_processed: expect.any(Number),
      },
    })
    expect((await cleanUp(server, member.token)).status).toBe(403)
  }
  await sql('alter table ops.webhook_events rename to webhook_events_away')
  const failed = await cleanUp(1, SECRET_KEY).finally(() =>
    sql('alter table ops.webhook_events_away rename to webhook_events'),
  )
  expect(failed).toMatchObject({
    status: 500,
    body: { error: expect.any(String), code: 'CLEANUP_ERROR' },
  })
})

test('its content script may ask from the builder’s page', async () => {
  const asked: [string, string][] = [
    ['POST', '/auth/v1/token?grant_type=refresh_token'],
    ['GET', '/auth/v1/user'],
    ['POST', '/rest/v1/rpc/get_subscription_status'],
    ['GET', '/functions/v1/get-github-token'],
  ]

  for (const [method, path] of asked) {
    const { status, headers } = await fetch(testServer().urlOf(0) + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://bolt.new',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,apikey,content-type,x-client-info',
      },
    })
    expect([path, status < 300]).toEqual([path, true])
    expect(headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/bolt\.new)$/)
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of ['authorization', 'apikey', 'content-type']) expect(allowed).toContain(name)
  }
})

const key = () => testServer().givenEnv.PUBLISHABLE_KEY ?? ''

const bearer = (accessToken: string) => ({
  authorization: `Bearer ${accessToken}`,
  'content-type': 'application/json',
})

async function ask(server: number, path: string, init: RequestInit = {}) {
  const answer = await fetch(testServer().urlOf(server) + path, init)

  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const refresh = (server: number, refreshToken: unknown) =>
  ask(server, '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key() },
    body: JSON.stringify({ refresh_token: refreshToken }),
  })

const whoami = (server: number, accessToken: string) =>
  ask(server, '/auth/v1/user', {
    headers: { authorization: `Bearer ${accessToken}`, apikey: key() },
  })

const subscription = (server: number, { id }: TestMember, accessToken: string) =>
  ask(server, '/rest/v1/rpc/get_subscription_status', {
    method: 'POST',
    headers: { ...bearer(accessToken), apikey: key() },
    body: JSON.stringify({ input_user_id: id }),
  })

const token = (server: number, accessToken: string) =>
  ask(server, '/functions/v1/get-github-token', { headers: bearer(accessToken) })

const mint = ({ token: accessToken }: TestMember, server = 0) =>
  ask(server, '/functions/v1/mint-extension-session', {
    method: 'POST',
    headers: { ...bearer(accessToken), apikey: key() },
  })

const connected = () => testServer().connected()
