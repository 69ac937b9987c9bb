import { switchFeature } from '@app/platform/identity/feature-switches.ts'
import { afterEach, expect, test } from 'vitest'
import { addRow } from '#test/add-row.ts'
import { type TestMember, useGithubServer } from './github-server.ts'

const testServer = useGithubServer({
  servers: 2,
  withStandby: true,
  env: { AUTH_REQUIRE_APIKEY: 'false', GITHUB_FEEDBACK_REPO: 'inbox-owner/inbox' },
})
const FIRST = 'gitferry-local'
const STANDBY = 'gitferry-standby'

afterEach(async () => {
  await switchTo('first')
})

test('when the first app is off, members connect again by the standby on every server, and both kinds go on afterwards', async () => {
  const { connected, connect, newMember, newPerson } = testServer()
  const old = await connected()
  await switchTo('standby')

  const refused = await Promise.all([0, 1].map((server) => tokenOf(old.member, server)))
  const person = await newPerson()
  const installation = await person.install(person.login, STANDBY)
  const member = await newMember()
  const made = await connect(member, person.login)
  await old.person.install(old.person.login, STANDBY)
  const again = await connect(old.member, old.login)
  const whileOff = [await tokenOf(member, 0), await tokenOf(old.member, 1)]
  await switchTo('first')
  const third = await connected()

  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [401, 'NO_ACCESS_TOKEN'],
    [401, 'NO_ACCESS_TOKEN'],
  ])
  expect([made, again].map(({ body }) => body.installation_found)).toEqual([true, true])
  expect(made.body.installation_id).toBe(installation)
  expect(whileOff.map(({ status }) => status)).toEqual([200, 200])
  const now = [member, old.member, third.member]
  expect(await Promise.all(now.map(async (one) => (await tokenOf(one, 0)).status))).toEqual([
    200, 200, 200,
  ])
  expect(await Promise.all(now.map(appOf))).toEqual([STANDBY, STANDBY, FIRST])
})

test('a connection that was not made anew works again once the first app is back', async () => {
  const { connected } = testServer()
  const { member } = await connected()
  await switchTo('standby')
  const off = await tokenOf(member, 0)

  await switchTo('first')

  expect(off.status).toBe(401)
  expect((await tokenOf(member, 0)).status).toBe(200)
})

test('each connection is renewed and ended with the credentials of its own app', async () => {
  const { connect, newMember, newPerson, sql, call, github } = testServer()
  await switchTo('standby')
  const person = await newPerson()
  await person.install(person.login, STANDBY)
  const member = await newMember()
  await connect(member, person.login)
  await switchTo('first')
  await sql(
    `update public.github_integrations set expires_at = now() - interval '1 minute' where user_id = $1`,
    [member.id],
  )

  const renewed = await tokenOf(member, 0)
  const ended = await call('disconnect-github', member.token)

  expect(renewed).toMatchObject({ status: 200, body: { renewed: true } })
  expect(ended.body).toEqual({ success: true, revoked: true })
  const asked = (await github.asked()).filter((path) => path.startsWith('/applications/'))
  expect(asked.at(-1)).toBe(`/applications/${STANDBY}/grant`)
})

test('an installation of one app is no installation of a connection by the other', async () => {
  const { connected, connect, newMember, newPerson, connectionOf, settle } = testServer()
  const byFirst = await connected({ isInstalled: false })
  await switchTo('standby')
  const person = await newPerson()
  const member = await newMember()
  await connect(member, person.login)

  await byFirst.person.install(byFirst.login, STANDBY)
  const installed = await person.install(person.login, STANDBY)

  await expect
    .poll(async () => {
      await settle()
      return Number((await connectionOf(member))?.installation_id)
    })
    .toEqual(installed)
  expect((await connectionOf(byFirst.member))?.installation_id).toBeNull()
})

test('people sign in with the standby, to the same account', async () => {
  const { newPerson, urlOf, allow, sql } = testServer()
  const person = await newPerson()
  const signIn = async () => {
    const begun = await fetch(`${urlOf(0)}/auth/v1/authorize?provider=github`, {
      redirect: 'manual',
    })
    const address = begun.headers.get('location') ?? ''
    const code = await allow(address, person.login)
    const state = new URL(address).searchParams.get('state') ?? ''
    const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const back = await fetch(
      `${urlOf(0)}/auth/v1/callback?${new URLSearchParams({ code, state })}`,
      { headers: { cookie }, redirect: 'manual' },
    )
    return { app: new URL(address).searchParams.get('client_id'), to: back.headers.get('location') }
  }

  const before = await signIn()
  await switchTo('standby')
  const after = await signIn()

  expect([before.app, after.app]).toEqual([FIRST, STANDBY])
  expect(before.to).toContain('access_token=')
  expect(after.to).toContain('access_token=')
  expect(
    await sql('select count(*)::int as accounts from auth.users where email = $1', [
      `${person.login}@example.test`,
    ]),
  ).toEqual([{ accounts: 1 }])
})

test('issues of feedback are opened by whichever app is installed on the repository', async () => {
  const { github, sql, newMember, call } = testServer()
  await github.control('POST', 'seed', {
    people: [
      { login: 'inbox-owner', name: 'Owner', email: 'o@example.test', emailState: 'hidden' },
    ],
    repositories: [{ owner: 'inbox-owner', name: 'inbox' }],
  })
  await addRow(sql, 'feedback_categories', { code: 'bug' })
  const admin = await newMember()
  await sql(`update public.users set role = 'admin' where id = $1`, [admin.id])
  const open = async () => {
    const row = { feedback_category: 'bug', description: 'x' }
    const feedbackId = await addRow(sql, 'user_feedback', row)
    const body = { action: 'create_github_issue', feedbackId }
    return (await call('manage-feedback', admin.token, { body })).status
  }
  const install = (clientId: string) =>
    github.control('POST', 'installations', {
      person: 'inbox-owner',
      account: 'inbox-owner',
      clientId,
    })

  const none = await open()
  await install(STANDBY)
  const byStandby = await open()
  await switchTo('standby')
  const inUse = await open()

  expect([none, byStandby, inUse]).toEqual([503, 200, 200])
})

async function switchTo(app: 'first' | 'standby'): Promise<void> {
  const { database, urlOf } = testServer()
  await switchFeature(database(), 'github-app', app === 'first')
  const appAt = async (server: number) => {
    const answer = await fetch(`${urlOf(server)}/auth/v1/authorize?provider=github`, {
      redirect: 'manual',
    })
    return new URL(answer.headers.get('location') ?? '').searchParams.get('client_id')
  }

  for (const server of [0, 1])
    await expect.poll(() => appAt(server)).toBe(app === 'first' ? FIRST : STANDBY)
}

const tokenOf = ({ token }: TestMember, server: number) =>
  testServer().call('get-github-token', token, { method: 'GET', server })

const appOf = async (member: TestMember) => (await testServer().connectionOf(member))?.github_app
