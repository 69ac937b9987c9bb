import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import type { FactorsHouse } from './factors-server.ts'
import { factorsHouse, memberWithFactor, ok, PASSWORD, STEP_MS, verify } from './factors-server.ts'
import { beginSlowly, type SlowRequest } from './slow-body.ts'

type Verb = { path: string; method?: string; body: (email: string) => object }

/** Whatever changes credentials, or acts with them, and reads a body for it. */
const VERBS: Record<string, Verb> = {
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
  'sign out a device': {
    path: '/functions/v1/end-session',
    body: () => ({ sessionId: '00000000-0000-4000-8000-000000000001' }),
  },
  'delete the account': {
    path: '/functions/v1/delete-account',
    body: (email) => ({ confirmation: email }),
  },
  'mint a session': { path: '/functions/v1/mint-extension-session', body: () => ({}) },
  'ask for an export': { path: '/functions/v1/request-export', body: () => ({}) },
  'sync projects': {
    path: '/functions/v1/sync-bolt-projects',
    body: () => ({
      localProjects: [{ bolt_project_id: 'sb1-a', project_name: 'A', github_repo_name: 'a' }],
      conflictResolution: 'auto-resolve',
    }),
  },
  'connect GitHub': { path: '/functions/v1/start-github-connection', body: () => ({}) },
  'disconnect GitHub': { path: '/functions/v1/disconnect-github', body: () => ({}) },
}

type Ending = (house: FactorsHouse, member: { id: string; token: string }) => Promise<unknown>

const ENDINGS: Record<string, Ending> = {
  'a sign-out': (house, { token }) =>
    house.call('/logout?scope=local', { method: 'POST', as: token }),
  'a ban': (house, { id }) =>
    house.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } }),
  'a deletion': (house, { id }) => house.admin(`/admin/users/${id}`, { method: 'DELETE' }),
}

test.each(Object.keys(ENDINGS))(
  'row 100: a body that comes after %s changes nothing, whatever it asks for',
  async (ending) => {
    const house = await factorsHouse()
    const members: Awaited<ReturnType<typeof memberWithFactor>>[] = []
    for (const _ of Object.keys(VERBS)) members.push(await memberWithFactor(house))
    const begun: [string, SlowRequest][] = []
    for (const [i, [name, { method = 'POST', path, body }]] of Object.entries(VERBS).entries()) {
      const { session, token, email } = members[i] as (typeof members)[number]
      const headers = { apikey: house.keys.publishable, authorization: `Bearer ${token}` }
      begun.push([
        name,
        await beginSlowly({ method, url: house.url + path, headers, body: body(email) }),
      ])
      await (ENDINGS[ending] as Ending)(house, { id: session.user.id, token })
    }
    const before = await everything(house)

    const refused: Record<string, boolean> = {}
    for (const [name, slow] of begun) {
      const { status } = await slow.finish()
      refused[name] = status === 401 || status === 403
    }

    expect(refused).toEqual(Object.fromEntries(Object.keys(VERBS).map((name) => [name, true])))
    expect(await everything(house)).toEqual(before)
  },
)

test('row 100: a password change elsewhere ends a request that is on its way', async () => {
  const house = await factorsHouse()
  const member = await house.newMember()
  const other = await house.signIn(member.user.email)
  const slow = await beginSlowly({
    method: 'PUT',
    url: `${house.url}/auth/v1/user`,
    headers: { apikey: house.keys.publishable, authorization: `Bearer ${member.access_token}` },
    body: { password: 'the-thiefs-1', current_password: PASSWORD },
  })
  ok(
    await house.call('/user', {
      method: 'PUT',
      body: { password: 'the-owners-1', current_password: PASSWORD },
      as: other.access_token,
    }),
  )

  const { status } = await slow.finish()

  expect(status).toBe(403)
  const signIn = await house.post('/token?grant_type=password', {
    email: member.user.email,
    password: 'the-owners-1',
  })
  expect(signIn.status).toBe(200)
})

test('row 100: a factor that is verified meanwhile counts for a request that is on its way', async () => {
  const house = await factorsHouse()
  const member = await house.newMember()
  const as = member.access_token
  const factor = await house.enroll(as)
  const slow = await beginSlowly({
    method: 'PUT',
    url: `${house.url}/auth/v1/user`,
    headers: { apikey: house.keys.publishable, authorization: `Bearer ${as}` },
    body: { password: 'the-thiefs-1', current_password: PASSWORD },
  })
  const other = await house.signIn(member.user.email)
  ok(await verify(house, other.access_token, factor))

  const { status } = await slow.finish()

  expect(status).toBe(403)
})

test('row 104: removing a factor lowers a session at once, whatever its token says', async () => {
  const house = await factorsHouse()
  const { token, factor, session } = await memberWithFactor(house, 'One')
  const second = await house.enroll(token, 'Two')
  house.forward(STEP_MS)
  const other = await house.signIn(session.user.email)
  ok(await verify(house, other.access_token, second))
  await house.admin(`/admin/users/${session.user.id}/factors/${factor.id}`, { method: 'DELETE' })

  const list = await fetch(`${house.url}/functions/v1/list-sessions`, {
    headers: { apikey: house.keys.publishable, authorization: `Bearer ${token}` },
  })
  const change = await house.call('/user', {
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

test('row 101: an aal1 session removes no identity, where there is a factor', async () => {
  const house = await factorsHouse()
  const { email, session } = await memberWithFactor(house)
  const { access_token: as } = await house.signIn(email)
  const [identity] = await house.sql<{ id: string }>(
    'select id from auth.identities where user_id = $1',
    [session.user.id],
  )

  const removed = await house.call(`/user/identities/${identity?.id}`, { method: 'DELETE', as })

  expect([removed.status, removed.body.code]).toEqual([403, 'insufficient_aal'])
})

test.each(['global', 'others'])(
  'an aal1 session that signs out with scope %s ends none with the second factor',
  async (scope) => {
    const house = await factorsHouse()
    const { email, token } = await memberWithFactor(house)
    const { access_token: low } = await house.signIn(email)
    const { access_token: alsoLow } = await house.signIn(email)

    const answer = await house.call(`/logout?scope=${scope}`, { method: 'POST', as: low })

    expect(answer.status).toBe(204)
    expect((await house.call('/user', { as: token })).status).toBe(200)
    expect((await house.call('/user', { as: alsoLow })).status).toBe(403)
    expect((await house.call('/user', { as: low })).status).toBe(scope === 'others' ? 200 : 403)
  },
)

/** All that a member's request could change. */
const everything = async ({ db }: FactorsHouse) => {
  const tables = [
    'auth.users',
    'auth.sessions',
    'auth.mfa_factors',
    'auth.mfa_recovery_codes',
    'auth.one_time_tokens',
    'public.data_exports',
    'public.bolt_projects',
  ]
  const found = await db.askAll(
    theServer,
    tables.map((table) => ({ text: `select * from ${table} order by id` })),
  )

  return found.map(({ rows }) => rows)
}
