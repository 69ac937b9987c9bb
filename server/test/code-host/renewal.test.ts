import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from './github-server.ts'

// Two servers over one database, which share nothing but the database.
const testServer = useGithubServer({ servers: 2 })

test('a hundred calls at once, on two servers, lead to one renewal at GitHub', async () => {
  const { tokenCalls } = testServer()
  const member = await connected()
  await change(member, `expires_at = now() - interval '1 minute'`)
  const before = await tokenCalls()

  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(member, i % 2)))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1)
  expect((await tokenCalls()) - before).toBe(1)
})

test('whoever finds another server renewing waits for what it writes', async () => {
  const { tokenCalls, github } = testServer()
  const member = await connected()
  await change(member, `expires_at = now() - interval '1 minute'`)
  const slow = { path: '/login/oauth/access_token', latencyMs: 400, times: 1 }
  await github.control('POST', 'faults', slow)
  const before = await tokenCalls()

  const answers = await Promise.all([ask(member, 0), ask(member, 1)])

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.body.access_token).toBe(answers[1]?.body.access_token)
  expect((await tokenCalls()) - before).toBe(1)
})

test('the lease of a server that died ends by itself', async () => {
  const member = await connected()
  await change(
    member,
    `expires_at = now() - interval '1 minute', refreshing_until = now() + interval '300 ms'`,
  )

  const answer = await ask(member, 0)

  expect(answer).toMatchObject({ status: 200, body: { renewed: true } })
})

test('a state begun at one server is finished at the other', async () => {
  const { newMember, newPerson, setOut, allow, call } = testServer()
  const member = await newMember()
  const { url, state } = await setOut(member)
  const code = await allow(url, (await newPerson()).login)

  const answer = await call('github-app-auth', member.token, { body: { code, state }, server: 1 })

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
})

const ask = ({ token }: TestMember, server: number) =>
  testServer().call('get-github-token', token, { method: 'GET', server })

const connected = async () => (await testServer().connected()).member

const change = ({ id }: TestMember, set: string) =>
  testServer().sql(`update public.github_integrations set ${set} where user_id = $1`, [id])
