import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'

const testServer = useGithubServer()

test('a connected member gets a token that GitHub accepts', async () => {
  const { github } = testServer()
  const { member, person, installationId } = await connected()

  const { status, headers, body } = await ask(member)

  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(body).toEqual({
    type: 'github_app',
    access_token: expect.stringMatching(/^ghu_/),
    installation_id: installationId,
    github_username: person.login,
    expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    scopes: [],
    renewed: false,
  })
  const user = await fetch(`${github.apiUrl}/user`, {
    headers: { authorization: `Bearer ${body.access_token}`, 'user-agent': 'test' },
  })
  expect(await user.json()).toMatchObject({ login: person.login })
})

test('who never connected is told so', async () => {
  const member = await testServer().newMember()

  expect(await ask(member)).toMatchObject({
    status: 404,
    body: {
      error: 'No GitHub App integration found',
      code: 'NO_GITHUB_APP',
      requires_auth: true,
    },
  })
})

test('a connection without tokens has to be made again', async () => {
  const { member } = await connected()
  await change(member, 'access_token = null, refresh_token = null')

  expect(await ask(member)).toMatchObject({
    status: 401,
    body: {
      error: 'No access token found - re-authentication required',
      code: 'NO_ACCESS_TOKEN',
      requires_auth: true,
      has_installation: true,
    },
  })
})

test('what cannot be renewed has expired', async () => {
  const { member } = await connected()
  const { member: late } = await connected()
  await change(member, `expires_at = now() - interval '1 minute', refresh_token = null`)
  await change(
    late,
    `expires_at = now() - interval '1 minute', refresh_token_expires_at = now() - interval '1 s'`,
  )

  const refused = {
    status: 401,
    body: {
      code: 'TOKEN_EXPIRED_NO_REFRESH',
      requires_auth: true,
      expired_at: expect.stringMatching(/Z$/),
    },
  }
  expect(await ask(member)).toMatchObject(refused)
  expect(await ask(late)).toMatchObject(refused)
})

test('a token near its end is renewed, and the new one stays', async () => {
  const { connectionOf } = testServer()
  const { member } = await connected()
  const old = (await ask(member)).body.access_token
  await change(member, `expires_at = now() + interval '4 minutes'`)

  const renewed = await ask(member)
  const again = await ask(member)

  expect(renewed).toMatchObject({ status: 200, body: { renewed: true } })
  expect(renewed.body.access_token).not.toBe(old)
  expect(again.body).toEqual({ ...renewed.body, renewed: false })
  expect(await connectionOf(member)).toMatchObject({ refreshing_until: null })
})

test('tokens that never end are handed out as if they lasted a working day', async () => {
  const { member } = await connected()
  await change(member, 'expires_at = null, refresh_token = null, refresh_token_expires_at = null')

  const { status, body } = await ask(member)

  expect(status).toBe(200)
  expect(Date.parse(String(body.expires_at))).toBeGreaterThan(Date.now() + 7 * 60 * 60_000)
})

test('GitHub’s refusal to renew ends the connection, but for its installation', async () => {
  const { connectionOf } = testServer()
  const { member, person } = await connected()
  const bare = await connected({ isInstalled: false })
  await revokeUnheard(person.login)
  await revokeUnheard(bare.person.login)
  for (const one of [member, bare.member]) await expire(one)

  expect(await ask(member)).toMatchObject({
    status: 401,
    body: {
      error: 'Token renewal failed - re-authentication required',
      code: 'TOKEN_RENEWAL_FAILED',
      details: 'The refresh token passed is incorrect or expired.',
      requires_auth: true,
      has_installation: true,
    },
  })
  expect(await ask(member)).toMatchObject({ status: 401, body: { code: 'NO_ACCESS_TOKEN' } })
  expect(await connectionOf(member)).toMatchObject({ access_token: null, refresh_token: null })
  expect(await ask(bare.member)).toMatchObject({ body: { code: 'TOKEN_RENEWAL_FAILED' } })
  expect(await ask(bare.member)).toMatchObject({ status: 404, body: { code: 'NO_GITHUB_APP' } })
})

test('while GitHub is away nothing is lost, and a token with minutes left still serves', async () => {
  const { github } = testServer()
  const { member } = await connected()
  const before = await ask(member)
  const away = { path: '/login/oauth/access_token', status: 503, times: null }
  await github.control('POST', 'faults', away)

  await change(member, `expires_at = now() + interval '4 minutes'`)
  const near = await ask(member)
  await expire(member)
  const gone = await ask(member)
  await github.control('DELETE', 'faults', {})
  const back = await ask(member)

  expect(near.body).toMatchObject({ access_token: before.body.access_token, renewed: false })
  expect(gone).toMatchObject({
    status: 500,
    body: { error: 'Failed to retrieve GitHub token', code: 'TOKEN_RETRIEVAL_ERROR' },
  })
  expect(back).toMatchObject({ status: 200, body: { renewed: true } })
})

test('a client that was refused at GitHub asks for a check, and learns of a revocation', async () => {
  const { member, person } = await connected()
  const fine = await ask(member, '?check=true')
  await revokeUnheard(person.login)

  const unaware = await ask(member)
  const checked = await ask(member, '?check=true')

  expect(fine).toMatchObject({ status: 200, body: { renewed: false } })
  expect(unaware.status).toBe(200)
  expect(checked).toMatchObject({ status: 401, body: { code: 'TOKEN_RENEWAL_FAILED' } })
})

test('a suspension that no event has told is found by a check, and its end too', async () => {
  const { github } = testServer()
  const { member, person, installationId } = await connected()
  await unheard(() => suspend(installationId, true))

  const unaware = await ask(member)
  const checked = await ask(member, '?check=true')
  const after = await ask(member)
  await unheard(() => suspend(installationId, false))

  expect(unaware).toMatchObject({ status: 200, body: { installation_id: installationId } })
  expect(checked).toMatchObject({
    status: 409,
    body: {
      code: 'GITHUB_APP_INSTALLATION_MISSING',
      suspended: {
        account: person.login,
        by: person.login,
        url: expect.stringMatching(`/settings/installations/${installationId}$`),
      },
    },
  })
  expect(after.body).toEqual(checked.body)
  expect(await ask(member)).toMatchObject({ body: { installation_id: installationId } })
  await github.control('POST', 'faults', { path: '/user/installations', status: 503 })
  expect((await ask(member, '?check=true')).status).toBe(200)
  await github.control('DELETE', 'faults', {})
})

test('where GitHub suspends the app itself, nobody is named who could change it', async () => {
  const { github } = testServer()
  const { member, person } = await connected()
  const suspendApp = (suspended: boolean) =>
    github.control('PUT', 'applications/gitferry-local', { suspended })

  await suspendApp(true)
  const suspended = await ask(member, '?check=true')
  await suspendApp(false)

  expect(suspended.body).toMatchObject({ suspended: { account: person.login, by: null } })
  expect((await ask(member)).status).toBe(200)
})

test('a token sealed under a key that is gone counts as none', async () => {
  const { member } = await connected()
  await change(member, `access_token = 'enc1.lost.AAAA.AAAA.AAAA'`)

  expect(await ask(member)).toMatchObject({ status: 401, body: { code: 'NO_ACCESS_TOKEN' } })
})

test('without an installation the extension is told what is missing, until GitHub names one', async () => {
  const { member, person } = await connected({ isInstalled: false })

  const missing = await ask(member)
  const installationId = await person.install()
  const found = await ask(member)

  expect(missing).toMatchObject({
    status: 409,
    body: {
      code: 'GITHUB_APP_INSTALLATION_MISSING',
      github_username: person.login,
      install_url: expect.stringContaining('/apps/gitferry-local/installations/new'),
    },
  })
  expect(found).toMatchObject({ status: 200, body: { installation_id: installationId } })
})

test('the page is told what is missing without a refusal, and other refusals stay', async () => {
  const { member } = await connected({ isInstalled: false })
  const unrelated = await testServer().newMember()

  const missing = await ask(member, '?installation=optional')
  const unconnected = await ask(unrelated, '?installation=optional')

  expect(missing).toMatchObject({
    status: 200,
    body: { code: 'GITHUB_APP_INSTALLATION_MISSING', install_url: expect.any(String) },
  })
  expect(missing.body).not.toHaveProperty('access_token')
  expect(unconnected).toMatchObject({ status: 404, body: { code: 'NO_GITHUB_APP' } })
})

test('GitHub away while an installation is looked for is not taken for a missing one', async () => {
  const { github } = testServer()
  const { member } = await connected({ isInstalled: false })
  await github.control('POST', 'faults', { path: '/user/installations', status: 503 })

  const answer = await ask(member)
  await github.control('DELETE', 'faults', {})

  expect(answer).toMatchObject({ status: 500, body: { code: 'TOKEN_RETRIEVAL_ERROR' } })
})

const ask = ({ token }: TestMember, query = '') =>
  testServer().call(`get-github-token${query}`, token, { method: 'GET' })

const connected = (options?: { isInstalled: boolean }) => testServer().connected(options)

/** At GitHub, without a webhook event. */
const revokeUnheard = (login: string) =>
  unheard(() => testServer().github.control('POST', `people/${login}/revoke`, {}))

const suspend = (installationId: number | null, suspended: boolean) =>
  testServer().github.control('PUT', `installations/${installationId}`, { suspended })

/** No event of it arrives. */
async function unheard(work: () => Promise<unknown>) {
  const { github } = testServer()
  await github.control('PUT', 'webhooks', { held: true })
  await work()
  await (await fetch(`${github.webUrl}/_control/deliveries`)).text()
  await github.control('PUT', 'webhooks', { held: false })
}

const change = ({ id }: TestMember, set: string) =>
  testServer().sql(`update public.github_integrations set ${set} where user_id = $1`, [id])

const expire = (member: TestMember) => change(member, `expires_at = now() - interval '1 minute'`)
