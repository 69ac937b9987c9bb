import { expect, test } from 'vitest'
import { type Calls, checkLateBodies } from './check-late-bodies.ts'
import { memberWithFactor, ok, PASSWORD, STEP_MS, startFactors, verify } from './factors-server.ts'
import { beginLateBody } from './late-body.ts'

/** All routes that change or use credentials and read a body. */
const VERBS: Calls['verbs'] = {
  'change the password': {
    path: '/auth/v1/user',
    method: 'PUT',
    body: () => ({ password: 'another-horse', current_password: PASSWORD }),
  },
  'change the address': {
    path: '/auth/v1/user',
    method: 'PUT',
    body: () => ({ email: 'attacker@example.test' }),
  },
  'change the metadata': {
    path: '/auth/v1/user',
    method: 'PUT',
    body: () => ({ data: { changed: true } }),
  },
  'enrol a factor': {
    path: '/auth/v1/factors',
    body: () => ({ factor_type: 'totp', friendly_name: 'attacker' }),
  },
  'make recovery codes': { path: '/auth/v1/factors/recovery-codes', body: () => ({}) },
  'call a function': { path: '/functions/v1/add-note', body: () => ({}) },
}

checkLateBodies(startFactors, {
  verbs: VERBS,
  tables: [
    'auth.users',
    'auth.sessions',
    'auth.mfa_factors',
    'auth.mfa_recovery_codes',
    'auth.one_time_tokens',
    'public.notes',
  ],
})

test('a password change elsewhere ends a request that is on its way', async () => {
  const server = await startFactors()
  const member = await server.newMember()
  const other = await server.signIn(member.user.email)
  const late = await beginLateBody({
    method: 'PUT',
    url: `${server.url}/auth/v1/user`,
    headers: { apikey: server.keys.publishable, authorization: `Bearer ${member.access_token}` },
    body: { password: 'the-attackers-1', current_password: PASSWORD },
  })
  ok(
    await server.call('/user', {
      method: 'PUT',
      body: { password: 'the-owners-1', current_password: PASSWORD },
      as: other.access_token,
    }),
  )

  const { status } = await late.finish()

  expect(status).toBe(403)
  const signIn = await server.post('/token?grant_type=password', {
    email: member.user.email,
    password: 'the-owners-1',
  })
  expect(signIn.status).toBe(200)
})

test('a factor that is verified meanwhile counts for a request that is on its way', async () => {
  const server = await startFactors()
  const member = await server.newMember()
  const as = member.access_token
  const factor = await server.enroll(as)
  const late = await beginLateBody({
    method: 'PUT',
    url: `${server.url}/auth/v1/user`,
    headers: { apikey: server.keys.publishable, authorization: `Bearer ${as}` },
    body: { password: 'the-attackers-1', current_password: PASSWORD },
  })
  const other = await server.signIn(member.user.email)
  ok(await verify(server, other.access_token, factor))

  const { status } = await late.finish()

  expect(status).toBe(403)
})

test('removing a factor lowers a session at once, whatever its token says', async () => {
  const server = await startFactors()
  const { token, factor, session } = await memberWithFactor(server, 'One')
  const second = await server.enroll(token, 'Two')
  server.forward(STEP_MS)
  const other = await server.signIn(session.user.email)
  ok(await verify(server, other.access_token, second))
  await server.admin(`/admin/users/${session.user.id}/factors/${factor.id}`, { method: 'DELETE' })

  const list = await fetch(`${server.url}/functions/v1/add-note`, {
    headers: { apikey: server.keys.publishable, authorization: `Bearer ${token}` },
  })
  const change = await server.call('/user', {
    method: 'PUT',
    body: { password: 'another-horse', current_password: PASSWORD },
    as: token,
  })

  expect([list.status, ((await list.json()) as { code: string }).code]).toEqual([
    403,
    'insufficient_aal',
  ])
  expect([change.status, change.body.code]).toEqual([401, 'insufficient_aal'])
})

test('an aal1 session removes no identity, where there is a factor', async () => {
  const server = await startFactors()
  const { email, session } = await memberWithFactor(server)
  const { access_token: as } = await server.signIn(email)
  const [identity] = await server.sql<{ id: string }>(
    'select id from auth.identities where user_id = $1',
    [session.user.id],
  )

  const removed = await server.call(`/user/identities/${identity?.id}`, { method: 'DELETE', as })

  expect([removed.status, removed.body.code]).toEqual([403, 'insufficient_aal'])
})

test.each(['global', 'others'])(
  'an aal1 session that signs out with scope %s ends none with the second factor',
  async (scope) => {
    const server = await startFactors()
    const { email, token } = await memberWithFactor(server)
    const { access_token: low } = await server.signIn(email)
    const { access_token: alsoLow } = await server.signIn(email)

    const answer = await server.call(`/logout?scope=${scope}`, { method: 'POST', as: low })

    expect(answer.status).toBe(204)
    expect((await server.call('/user', { as: token })).status).toBe(200)
    expect((await server.call('/user', { as: alsoLow })).status).toBe(403)
    expect((await server.call('/user', { as: low })).status).toBe(scope === 'others' ? 200 : 403)
  },
)
