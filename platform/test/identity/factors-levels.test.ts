import { expect, test } from 'vitest'
import {
  claimsOf,
  type FactorsServer,
  memberWithFactor,
  ok,
  PASSWORD,
  refusal,
  type Session,
  startFactors,
  verify,
} from './factors-server.ts'

test('a reset password does not get around the second factor', async () => {
  const server = await startFactors()
  const { email } = await memberWithFactor(server)
  const link = await server.admin<{ hashed_token: string }>('/admin/generate_link', {
    method: 'POST',
    body: { type: 'recovery', email },
  })
  const recovered = ok(
    await server.post<Session>('/verify', { type: 'recovery', token_hash: ok(link).hashed_token }),
  )

  const changed = await change(server, recovered.access_token, { password: 'another-horse' })

  expect(claimsOf(recovered.access_token).aal).toBe('aal1')
  expect(recovered.user.factors).toEqual([expect.objectContaining({ status: 'verified' })])
  expect(changed).toBe('401 insufficient_aal')
})

test('with a factor, everything that could take the account away needs its code', async () => {
  const server = await startFactors()
  const { email, factor } = await memberWithFactor(server, 'Phone')
  const { access_token: as } = await server.signIn(email)

  expect({
    enroll: refusal(
      await server.post('/factors', { factor_type: 'totp', friendly_name: 'Mine' }, { as }),
    ),
    unenroll: refusal(await server.call(`/factors/${factor.id}`, { method: 'DELETE', as })),
    password: await change(server, as, { password: 'another-horse' }),
    email: await change(server, as, { email: 'mine@example.test' }),
    phone: await change(server, as, { phone: '+15551234567' }),
    name: await change(server, as, { data: { name: 'Ada' } }),
    codes: refusal(await server.post('/factors/recovery-codes', {}, { as })),
  }).toEqual({
    enroll: '403 insufficient_aal',
    unenroll: '422 insufficient_aal',
    password: '401 insufficient_aal',
    email: '401 insufficient_aal',
    phone: '401 insufficient_aal',
    name: '200 no code',
    codes: '403 insufficient_aal',
  })
})

test('after the code it is all allowed', async () => {
  const server = await startFactors()
  const { email, factor } = await memberWithFactor(server, 'Phone')
  const { access_token } = await server.signIn(email)
  const { access_token: as } = ok(await verify(server, access_token, factor))

  const second = await server.enroll(as, 'Tablet')
  const password = await change(server, as, {
    password: 'another-horse',
    current_password: PASSWORD,
  })
  const unenrolled = await server.call(`/factors/${factor.id}`, { method: 'DELETE', as })

  expect(second.id).toEqual(expect.any(String))
  expect(password).toBe('200 no code')
  expect(unenrolled.body).toEqual({ id: factor.id })
})

test('the first right code ends all other sessions that lack it', async () => {
  const server = await startFactors()
  const member = await server.newMember()
  const elsewhere = await server.signIn(member.user.email)
  const other = await server.newMember()
  const factor = await server.enroll(member.access_token)

  await verify(server, member.access_token, factor)

  const gone = await server.call('/user', { as: elsewhere.access_token })
  const refreshed = await refresh(server, elsewhere.refresh_token)
  const untouched = await server.call('/user', { as: other.access_token })
  expect(refusal(gone)).toBe('403 session_not_found')
  expect(refusal(refreshed)).toBe('400 session_not_found')
  expect(untouched.status).toBe(200)
})

test('a session that a code has raised elsewhere stays', async () => {
  const server = await startFactors()
  const { email, factor, token } = await memberWithFactor(server)
  const { access_token } = await server.signIn(email)

  ok(await verify(server, access_token, factor))

  expect((await server.call('/user', { as: token })).status).toBe(200)
})

test('a refresh token from before never gives the second level', async () => {
  const server = await startFactors()
  const { before, session } = await memberWithFactor(server)

  const early = await refresh(server, before.refresh_token)
  const next = ok(await refresh(server, session.refresh_token))
  const afterRotation = await refresh(server, before.refresh_token)
  const last = ok(await refresh(server, next.refresh_token))

  expect([refusal(early), refusal(afterRotation)]).toEqual([
    '400 refresh_token_not_found',
    '400 refresh_token_not_found',
  ])
  expect(claimsOf(last.access_token).aal).toBe('aal2')
})

test('removing the factor lowers the sessions it had raised', async () => {
  const server = await startFactors()
  const { email, factor, session, token } = await memberWithFactor(server)
  const { access_token } = await server.signIn(email)
  const other = ok(await verify(server, access_token, factor))

  const removed = await server.call(`/factors/${factor.id}`, { method: 'DELETE', as: token })

  expect(removed.body).toEqual({ id: factor.id })
  for (const { refresh_token } of [session, other]) {
    const { access_token } = ok(await refresh(server, refresh_token))
    expect(claimsOf(access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  }
})

test('removing one of two factors lowers only the sessions that it had raised', async () => {
  const server = await startFactors()
  const { email, factor, token } = await memberWithFactor(server, 'Phone')
  const tablet = await server.enroll(token, 'Tablet')
  const byTablet = ok(await verify(server, token, tablet))
  const { access_token } = await server.signIn(email)
  const byPhone = ok(await verify(server, access_token, factor))

  ok(
    await server.call(`/factors/${factor.id}`, {
      method: 'DELETE',
      as: byTablet.access_token,
    }),
  )

  const levels = [byTablet, byPhone].map(async ({ refresh_token }) => {
    const { access_token } = ok(await refresh(server, refresh_token))
    return claimsOf(access_token).aal
  })
  expect(await Promise.all(levels)).toEqual(['aal2', 'aal1'])
})

test('a factor that was only begun is removed without a code', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  const { id } = await server.enroll(as)

  const removed = await server.call(`/factors/${id}`, { method: 'DELETE', as })

  expect(removed.body).toEqual({ id })
  expect((await server.call('/user', { as })).body.factors).toBeUndefined()
})

test('the level survives a refresh', async () => {
  const server = await startFactors()
  const { session } = await memberWithFactor(server)

  const refreshed = ok(await refresh(server, session.refresh_token))

  expect(claimsOf(refreshed.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  })
  expect(refreshed.user.factors).toHaveLength(1)
})

const refresh = (server: FactorsServer, refresh_token: string) =>
  server.post<Session>('/token?grant_type=refresh_token', { refresh_token })

const change = async (server: FactorsServer, as: string, body: object) =>
  refusal(await server.call('/user', { method: 'PUT', body, as }))
