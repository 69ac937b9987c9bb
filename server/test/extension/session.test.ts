import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { type TestMember, useGithubServer } from '#test/code-host/github-server.ts'

const testServer = useGithubServer()

test('the extension gets a session of its own, listed as a device', async () => {
  const { newMember, sql } = testServer()
  const member = await newMember()

  const { status, headers, body } = await mint(member)

  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(body).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.any(String),
    expires_in: 3600,
    expires_at: expect.any(Number),
    user: { id: member.id },
  })
  const { session_id } = decodeJwt(String(body.access_token))
  expect(session_id).not.toBe(member.sessionId)
  expect(
    await sql('select tag, user_agent from auth.sessions where id = $1', [session_id]),
  ).toEqual([{ tag: 'extension', user_agent: 'Extension 1.3.16' }])
})

test('it outlives the session it came from, and refreshes by itself', async () => {
  const { newMember, sql, urlOf, givenEnv } = testServer()
  const member = await newMember()
  const { body } = await mint(member)
  await sql('delete from auth.sessions where id = $1', [member.sessionId])

  const refreshed = await fetch(`${urlOf(0)}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: givenEnv.PUBLISHABLE_KEY ?? '' },
    body: JSON.stringify({ refresh_token: body.refresh_token }),
  })
  const again = await mint(member)

  expect(refreshed.status).toBe(200)
  expect(again).toMatchObject({ status: 401, body: { code: 'session_not_found' } })
})

test('it is worth as much as the session it came from, and no more', async () => {
  const { newMember } = testServer()
  const low = await mint(await newMember({ hasFactor: true }))
  const high = await mint(await newMember({ hasFactor: true, aal: 'aal2' }))

  expect(decodeJwt(String(low.body.access_token)).aal).toBe('aal1')
  expect(decodeJwt(String(high.body.access_token)).aal).toBe('aal2')
})

test('nobody collects sessions', async () => {
  const { newMember } = testServer()
  const member = await newMember()

  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push((await mint(member)).status)

  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

const mint = ({ token }: TestMember) =>
  testServer().call('mint-extension-session', token, {
    headers: { 'user-agent': 'Extension 1.3.16' },
  })
