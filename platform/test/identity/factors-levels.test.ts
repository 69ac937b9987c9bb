import { expect, test } from 'vitest'
import {
  claimsOf,
  type FactorsHouse,
  factorsHouse,
  memberWithFactor,
  ok,
  PASSWORD,
  refusal,
  type Session,
  verify,
} from './factors-server.ts'

test('row 17: a reset password does not get around the second factor', async () => {
  const house = await factorsHouse()
  const { email } = await memberWithFactor(house)
  const link = await house.admin<{ hashed_token: string }>('/admin/generate_link', {
    method: 'POST',
    body: { type: 'recovery', email },
  })
  const recovered = ok(
    await house.post<Session>('/verify', { type: 'recovery', token_hash: ok(link).hashed_token }),
  )

  const changed = await change(house, recovered.access_token, { password: 'another-horse' })

  expect(claimsOf(recovered.access_token).aal).toBe('aal1')
  expect(recovered.user.factors).toEqual([expect.objectContaining({ status: 'verified' })])
  expect(changed).toBe('401 insufficient_aal')
})

test('row 29: with a factor, everything that could take the account away needs its code', async () => {
  const house = await factorsHouse()
  const { email, factor } = await memberWithFactor(house, 'Phone')
  const { access_token: as } = await house.signIn(email)

  expect({
    enroll: refusal(
      await house.post('/factors', { factor_type: 'totp', friendly_name: 'Mine' }, { as }),
    ),
    unenroll: refusal(await house.call(`/factors/${factor.id}`, { method: 'DELETE', as })),
    password: await change(house, as, { password: 'another-horse' }),
    email: await change(house, as, { email: 'mine@example.test' }),
    phone: await change(house, as, { phone: '+15551234567' }),
    name: await change(house, as, { data: { name: 'Ada' } }),
    codes: refusal(await house.post('/factors/recovery-codes', {}, { as })),
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

test('row 29: after the code it is all allowed', async () => {
  const house = await factorsHouse()
  const { email, factor } = await memberWithFactor(house, 'Phone')
  const { access_token } = await house.signIn(email)
  const { access_token: as } = ok(await verify(house, access_token, factor))

  const second = await house.enroll(as, 'Tablet')
  const password = await change(house, as, {
    password: 'another-horse',
    current_password: PASSWORD,
  })
  const unenrolled = await house.call(`/factors/${factor.id}`, { method: 'DELETE', as })

  expect(second.id).toEqual(expect.any(String))
  expect(password).toBe('200 no code')
  expect(unenrolled.body).toEqual({ id: factor.id })
})

test('row 29: the first right code ends all other sessions that lack it', async () => {
  const house = await factorsHouse()
  const member = await house.newMember()
  const elsewhere = await house.signIn(member.user.email)
  const stranger = await house.newMember()
  const factor = await house.enroll(member.access_token)

  await verify(house, member.access_token, factor)

  const gone = await house.call('/user', { as: elsewhere.access_token })
  const refreshed = await refresh(house, elsewhere.refresh_token)
  const untouched = await house.call('/user', { as: stranger.access_token })
  expect(refusal(gone)).toBe('403 session_not_found')
  expect(refusal(refreshed)).toBe('400 session_not_found')
  expect(untouched.status).toBe(200)
})

test('row 29: a session that a code has raised elsewhere stays', async () => {
  const house = await factorsHouse()
  const { email, factor, token } = await memberWithFactor(house)
  const { access_token } = await house.signIn(email)

  ok(await verify(house, access_token, factor))

  expect((await house.call('/user', { as: token })).status).toBe(200)
})

test('row 29: a refresh token from before never gives the second level', async () => {
  const house = await factorsHouse()
  const { before, session } = await memberWithFactor(house)

  const early = await refresh(house, before.refresh_token)
  const next = ok(await refresh(house, session.refresh_token))
  const afterRotation = await refresh(house, before.refresh_token)
  const last = ok(await refresh(house, next.refresh_token))

  expect([refusal(early), refusal(afterRotation)]).toEqual([
    '400 refresh_token_not_found',
    '400 refresh_token_not_found',
  ])
  expect(claimsOf(last.access_token).aal).toBe('aal2')
})

test('row 29: removing the factor lowers the sessions it had raised', async () => {
  const house = await factorsHouse()
  const { email, factor, session, token } = await memberWithFactor(house)
  const { access_token } = await house.signIn(email)
  const other = ok(await verify(house, access_token, factor))

  const removed = await house.call(`/factors/${factor.id}`, { method: 'DELETE', as: token })

  expect(removed.body).toEqual({ id: factor.id })
  for (const { refresh_token } of [session, other]) {
    const { access_token } = ok(await refresh(house, refresh_token))
    expect(claimsOf(access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  }
})

test('removing one of two factors lowers only the sessions that it had raised', async () => {
  const house = await factorsHouse()
  const { email, factor, token } = await memberWithFactor(house, 'Phone')
  const tablet = await house.enroll(token, 'Tablet')
  const byTablet = ok(await verify(house, token, tablet))
  const { access_token } = await house.signIn(email)
  const byPhone = ok(await verify(house, access_token, factor))

  ok(
    await house.call(`/factors/${factor.id}`, {
      method: 'DELETE',
      as: byTablet.access_token,
    }),
  )

  const levels = [byTablet, byPhone].map(async ({ refresh_token }) => {
    const { access_token } = ok(await refresh(house, refresh_token))
    return claimsOf(access_token).aal
  })
  expect(await Promise.all(levels)).toEqual(['aal2', 'aal1'])
})

test('a factor that was only begun is removed without a code', async () => {
  const house = await factorsHouse()
  const { access_token: as } = await house.newMember()
  const { id } = await house.enroll(as)

  const removed = await house.call(`/factors/${id}`, { method: 'DELETE', as })

  expect(removed.body).toEqual({ id })
  expect((await house.call('/user', { as })).body.factors).toBeUndefined()
})

test('the level survives a refresh', async () => {
  const house = await factorsHouse()
  const { session } = await memberWithFactor(house)

  const refreshed = ok(await refresh(house, session.refresh_token))

  expect(claimsOf(refreshed.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  })
  expect(refreshed.user.factors).toHaveLength(1)
})

const refresh = (house: FactorsHouse, refresh_token: string) =>
  house.post<Session>('/token?grant_type=refresh_token', { refresh_token })

const change = async (house: FactorsHouse, as: string, body: object) =>
  refusal(await house.call('/user', { method: 'PUT', body, as }))
