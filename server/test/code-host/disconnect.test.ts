import { expect, test } from 'vitest'
import { SECRET_KEY, type TestMember, useGithubServer } from './github-server.ts'

const testServer = useGithubServer()

test('disconnecting ends the permission at GitHub and removes the row', async () => {
  const { call, connectionOf } = testServer()
  const { member } = await connected()
  const token = await tokenOf(member)

  const answer = await call('disconnect-github', member.token)

  expect(answer).toMatchObject({ status: 200, body: { success: true, revoked: true } })
  expect(await connectionOf(member)).toBeUndefined()
  expect(await statusAtGithub(token)).toBe(401)
})

test('deleting an account revokes its grant', async () => {
  const { call, connectionOf, settle } = testServer()
  const { member } = await connected()
  const token = await tokenOf(member)

  const answer = await call('delete-account', member.token, {
    body: { confirmation: member.email },
  })
  await settle()

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await connectionOf(member)).toBeUndefined()
  expect(await statusAtGithub(token)).toBe(401)
})

test('an admin who deletes somebody ends the permission too', async () => {
  const { connectionOf, settle } = testServer()
  const { member } = await connected()
  const token = await tokenOf(member)

  const answer = await deleteByAdmin(member)
  await settle()

  expect(answer.status).toBe(200)
  expect(await connectionOf(member)).toBeUndefined()
  expect(await statusAtGithub(token)).toBe(401)
})

test('no deletion waits for GitHub, and the permission ends when it is back, though its token is over', async () => {
  const { sql, github } = testServer()
  const { member, login } = await connected()
  await expire(member, login)
  await github.control('POST', 'faults', { path: '/*', status: 503, times: null })

  const answer = await deleteByAdmin(member)
  const [left] = await sql('select count(*)::int from auth.users where id = $1', [member.id])
  await githubReturns()

  expect([answer.status, left]).toEqual([200, { count: 0 }])
  expect((await github.asked()).slice(-2)).toEqual([
    expect.stringMatching(/^\/login\/oauth\/access_token/),
    expect.stringMatching(/^\/applications\/gitferry-local\/grant/),
  ])
})

test('tokens that come when their connection is already gone are ended as well', async () => {
  const { call, sql, github, settle } = testServer()
  const { member, login } = await connected()
  await expire(member, login)
  await github.control('POST', 'faults', { path: '/login/*', latencyMs: 500, times: 1 })

  const renewal = call('get-github-token', member.token, { method: 'GET' })
  const isRenewing = 'select from public.github_integrations where refreshing_until is not null'
  await expect.poll(() => sql(isRenewing), { interval: 10 }).toHaveLength(1)
  await sql('delete from public.github_integrations where user_id = $1', [member.id])
  await renewal
  await settle()

  expect((await github.asked()).at(-1)).toMatch(/^\/applications\/gitferry-local\/grant/)
})

test('with an expired token the permission is ended all the same', async () => {
  const { call, github } = testServer()
  const { member, login } = await connected()
  await expire(member, login)

  const answer = await call('disconnect-github', member.token)

  expect(answer.body).toEqual({ success: true, revoked: true })
  const paths = await github.asked()
  expect(paths.at(-1)).toMatch(/^\/applications\/gitferry-local\/grant/)
})

test('who is not connected is disconnected already', async () => {
  const { newMember, call } = testServer()
  const { token } = await newMember()

  expect((await call('disconnect-github', token)).body).toEqual({ success: true, revoked: true })
})

test('while GitHub is away the row goes at once, and the permission as soon as GitHub answers', async () => {
  const { call, connectionOf, github, sql, logged } = testServer()
  const { member } = await connected()
  const token = await tokenOf(member)
  await github.control('POST', 'faults', { path: '/applications/*', status: 503, times: null })

  const answer = await call('disconnect-github', member.token)
  const jobs = await sql(`select payload from ops.jobs where kind = 'end-github-grant'`)
  await githubReturns()

  expect(answer.body).toEqual({ success: true, revoked: false })
  expect(await connectionOf(member)).toBeUndefined()
  expect(await statusAtGithub(token)).toBe(401)
  expect(JSON.stringify(jobs) + logged()).not.toMatch(/gh[ur]_/)
})

test('a member who has connected again meanwhile keeps the new connection', async () => {
  const { call, connect, github } = testServer()
  const { member, login } = await connected()
  const old = await tokenOf(member)
  await github.control('POST', 'faults', { path: '/applications/*', status: 503, times: null })
  await call('disconnect-github', member.token)
  await connect(member, login)

  await githubReturns()

  expect(await statusAtGithub(old)).toBe(401)
  expect(await statusAtGithub(await tokenOf(member))).toBe(200)
})

test('tokens that nothing can renew are cleaned up, and installations kept', async () => {
  const { call, sql, connectionOf, settle } = testServer()
  const [kept, gone, fine] = [await connected(), await connected(), await connected()]
  const spent = `expires_at = now() - interval '1 day', refresh_token_expires_at = now() - interval '1 hour'`
  for (const { member } of [kept, gone]) {
    await sql(`update public.github_integrations set ${spent} where user_id = $1`, [member.id])
  }
  await sql(`update public.github_integrations set installation_id = null where user_id = $1`, [
    gone.member.id,
  ])
  await sql(`update public.github_connection_states set created_at = now() - interval '2 days'`)

  const asMember = await call('cleanup-expired-tokens', kept.member.token)
  const asService = await call('cleanup-expired-tokens', SECRET_KEY)
  await settle()

  expect(asMember.status).toBe(403)
  expect(asService.body).toEqual({
    message: 'Cleanup completed successfully',
    tokens_cleared: 1,
    tokens_deleted: 1,
    total_processed: 2,
  })
  expect(await connectionOf(kept.member)).toMatchObject({ access_token: null, refresh_token: null })
  expect(await connectionOf(gone.member)).toBeUndefined()
  expect(await connectionOf(fine.member)).toMatchObject({ access_token: expect.any(String) })
  expect(await sql('select from public.github_connection_states')).toEqual([])
})

const deleteByAdmin = ({ id }: TestMember) =>
  fetch(`${testServer().urlOf(0)}/auth/v1/admin/users/${id}`, {
    method: 'DELETE',
    headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` },
  })

/** Ends the faults and does again what failed meanwhile. */
async function githubReturns() {
  const { sql, github, settle } = testServer()
  // The first try must have failed, or it would be put off after the update.
  await settle()
  await github.control('DELETE', 'faults', {})
  await sql(`update ops.jobs set run_at = now() where kind = 'end-github-grant'`)
  await settle()
}

async function expire({ id }: TestMember, login: string) {
  const { sql, github } = testServer()
  await sql(
    `update public.github_integrations set expires_at = now() - interval '1 hour' where user_id = $1`,
    [id],
  )
  await github.control('POST', `people/${login}/expire-tokens`, { refresh: false })
}

const connected = () => testServer().connected()

const tokenOf = async ({ token }: TestMember): Promise<string> =>
  String((await testServer().call('get-github-token', token, { method: 'GET' })).body.access_token)

async function statusAtGithub(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' }

  return (await fetch(`${testServer().github.apiUrl}/user`, { headers })).status
}
