import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'

const testServer = useGithubServer()

test('an installation counts when GitHub names it to the member, not because the browser does', async () => {
  const { newMember, newPerson, setOut, allow, comeBack, connectionOf } = testServer()
  const unrelated = await newPerson()
  const unrelatedInstallation = await unrelated.install()
  const [member, other] = [await newMember(), await newMember()]
  const person = await newPerson()
  const own = await person.install()
  const finish = async (one: TestMember, login: string, installation_id: unknown) => {
    const { url, state } = await setOut(one)
    const code = await allow(url, login)
    return (await comeBack(one, { code, state, installation_id })).body.installation_id
  }

  expect(await finish(member, person.login, unrelatedInstallation)).toBe(own)
  expect(await finish(member, person.login, String(own))).toBe(own)
  expect(await finish(other, (await newPerson()).login, unrelatedInstallation)).toBeNull()
  expect(await connectionOf(other)).toMatchObject({ installation_id: null })
})

test('a confirmed installation is one that GitHub names to the member, and becomes the connection’s', async () => {
  const { newMember, newPerson, connect, connectionOf, call } = testServer()
  const other = await (await newPerson()).install()
  const [member, unconnected] = [await newMember(), await newMember()]
  const person = await newPerson()
  await connect(member, person.login)
  const own = await person.install()
  const confirm = (one: TestMember, installation_id: unknown) =>
    call('confirm-github-installation', one.token, { body: { installation_id } })
  const refused = { status: 404, body: { code: 'NO_INSTALLATION' } }

  expect(await confirm(member, other)).toMatchObject(refused)
  expect(await confirm(member, 'not a number')).toMatchObject(refused)
  expect(await confirm(member, null)).toMatchObject({ status: 400 })
  expect(await connectionOf(member)).not.toMatchObject({ installation_id: String(other) })
  expect(await confirm(unconnected, own)).toMatchObject({
    status: 404,
    body: { code: 'NO_GITHUB_APP' },
  })

  expect(await confirm(member, String(own))).toMatchObject({
    status: 200,
    body: { installation_id: own },
  })
  expect(await connectionOf(member)).toMatchObject({ installation_id: String(own) })
})

test('the app’s token for a member’s own account opens all that they installed', async () => {
  const { github, call } = testServer()
  const { member, installationId, login } = await connected()

  const got = await ask(member)
  const posted = await call('get-installation-token', member.token, { body: {} })

  expect(got.status).toBe(200)
  expect(got.body).toEqual({
    type: 'installation',
    token: expect.stringMatching(/^ghs_/),
    expires_at: expect.stringMatching(/Z$/),
    installation_id: installationId,
    github_username: login,
    permissions: expect.objectContaining({
      administration: 'write',
      contents: 'write',
      metadata: 'read',
    }),
    repositories: 'all',
  })
  expect(posted.status).toBe(200)
  const seen = await fetch(`${github.apiUrl}/installation/repositories`, {
    headers: { authorization: `Bearer ${got.body.token}`, 'user-agent': 'test' },
  })
  expect(seen.status).toBe(200)
})

test('for a team’s account a member gets no more than they may push to, and no administration', async () => {
  const { newMember, connect, github } = testServer()
  const order = { person: 'priya-nair', account: 'lanternworks' }
  await github.control('POST', 'installations', order)
  const member = await newMember()
  await connect(member, 'jonas-weber')

  const { status, body } = await ask(member)

  expect(status).toBe(200)
  expect(body.permissions).toEqual({ contents: 'write', issues: 'write', metadata: 'read' })
  expect(body.repositories).toEqual(
    expect.arrayContaining([expect.stringMatching(/^lanternworks\//)]),
  )
})

test('without a connection or an installation there is no such token', async () => {
  const { newMember, newPerson, connect } = testServer()
  const [unrelated, member] = [await newMember(), await newMember()]
  await connect(member, (await newPerson()).login)
  const none = {
    status: 404,
    body: { error: 'No GitHub App installation found', code: 'NO_INSTALLATION' },
  }

  expect(await ask(unrelated)).toMatchObject(none)
  expect(await ask(member)).toMatchObject(none)
})

test('an installation that is gone or suspended is forgotten', async () => {
  const { github, connectionOf } = testServer()
  const { member, installationId } = await connected()
  await github.control('PUT', 'webhooks', { held: true })
  await github.control('DELETE', `installations/${installationId}`, {})

  const answer = await ask(member)
  await github.control('PUT', 'webhooks', { held: false })

  expect(answer).toMatchObject({ status: 404, body: { code: 'NO_INSTALLATION' } })
  expect(await connectionOf(member)).toMatchObject({ installation_id: null })
})

test('what GitHub or our key cannot do is told apart', async () => {
  const { github } = testServer()
  const { member } = await connected()
  const told = async (fault: object) => {
    const path = '/app/installations/*'
    await github.control('POST', 'faults', { path, times: 1, ...fault })
    const { status, body } = await ask(member)
    await github.control('DELETE', 'faults', {})
    return [status, body.code]
  }

  expect(await told({ status: 503 })).toEqual([500, 'INSTALLATION_TOKEN_ERROR'])
  expect(await told({ status: 401, body: { message: 'Bad credentials' } })).toEqual([
    500,
    'KEY_VALIDATION_ERROR',
  ])
  expect(await told({ status: 404, body: { message: 'Not Found' } })).toEqual([
    404,
    'NO_INSTALLATION',
  ])
})

const ask = ({ token }: TestMember) =>
  testServer().call('get-installation-token', token, { method: 'GET' })

const connected = () => testServer().connected()
