import { expect, test } from 'vitest'
import {
  claimsOf,
  type FactorsServer,
  MINUTE_MS,
  memberWithFactor,
  ok,
  refusal,
  type Session,
  startFactors,
  verify,
  WRONG_CODE,
} from './factors-server.ts'

const PATH = '/factors/recovery-codes'

test('a list of ten codes is shown once, and is no factor that clients would have to know', async () => {
  const server = await startFactors()
  const { token: as } = await memberWithFactor(server, 'Phone')

  const { body } = await server.post<Codes>(PATH, undefined, { as })

  expect(body).toEqual({
    id: expect.any(String),
    type: 'recovery_code',
    friendly_name: 'Recovery codes',
    total: 10,
    codes: Array.from({ length: 10 }, () => expect.stringMatching(/^[a-z2-7]{16}$/)),
  })
  expect((await server.call(PATH, { as })).body).toEqual({
    id: body.id,
    type: 'recovery_code',
    total: 10,
    remaining: 10,
  })
  expect((await server.call('/user', { as })).body.factors).toEqual([
    expect.objectContaining({ factor_type: 'totp' }),
  ])
})

test('a code from the list raises the session, once, however it is typed', async () => {
  const server = await startFactors()
  const { email, token } = await memberWithFactor(server)
  const { codes } = await generate(server, token)
  const [first = '', second = ''] = codes
  const { access_token: as } = await server.signIn(email)

  const raised = ok(await redeem(server, as, first))
  const again = await redeem(server, raised.access_token, first)
  const typed = await redeem(
    server,
    raised.access_token,
    ` ${second.slice(0, 8).toUpperCase()}-${second.slice(8)} `,
  )

  expect(claimsOf(raised.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  })
  expect(raised.user.factors).toHaveLength(1)
  expect(refusal(again)).toBe('422 mfa_verification_failed')
  expect(typed.status).toBe(200)
  expect((await server.call(PATH, { as: ok(typed).access_token })).body).toMatchObject({
    total: 10,
    remaining: 8,
  })
})

test('of many uses of one code at the same moment, one counts', async () => {
  const server = await startFactors()
  const { token: as } = await memberWithFactor(server)
  const { codes } = await generate(server, as)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => redeem(server, as, codes[0] ?? '')),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('each refusal has its own code', async () => {
  const server = await startFactors()
  const without = (await server.newMember()).access_token
  const { token, email } = await memberWithFactor(server, 'Phone')
  const { access_token: low } = await server.signIn(email)
  const post = async (as: string, path: string, body?: object) =>
    refusal(await server.post(PATH + path, body, { as }))
  const before = {
    status: refusal(await server.call(PATH, { as: token })),
    regenerate: await post(token, '/regenerate'),
    delete: refusal(await server.call(PATH, { method: 'DELETE', as: token })),
    verify: await post(token, '/verify', { code: WRONG_CODE }),
    'empty code': await post(token, '/verify', { code: '' }),
    'no code': await post(token, '/verify'),
    'name in use': await post(token, '', { friendly_name: 'Phone' }),
    'without another factor': await post(without, ''),
    'without its code': await post(low, ''),
  }
  await generate(server, token)

  expect(before).toEqual({
    status: '404 mfa_factor_not_found',
    regenerate: '404 mfa_factor_not_found',
    delete: '404 mfa_factor_not_found',
    verify: '422 mfa_verification_failed',
    'empty code': '400 validation_failed',
    'no code': '400 validation_failed',
    'name in use': '422 mfa_factor_name_conflict',
    'without another factor': '422 mfa_recovery_codes_sole_factor',
    'without its code': '403 insufficient_aal',
  })
  expect({
    again: await post(token, ''),
    'regenerate without a code': await post(low, '/regenerate'),
    'delete without a code': refusal(await server.call(PATH, { method: 'DELETE', as: low })),
  }).toEqual({
    again: '422 mfa_verified_factor_exists',
    'regenerate without a code': '403 insufficient_aal',
    'delete without a code': '403 insufficient_aal',
  })
})

test('a new list takes the place of the old one, under its id and name', async () => {
  const server = await startFactors()
  const { token: as } = await memberWithFactor(server)
  const old = await generate(server, as, 'Paper')

  const { body } = await server.post<Codes>(`${PATH}/regenerate`, undefined, { as })

  expect(body).toMatchObject({ id: old.id, friendly_name: 'Paper', total: 10 })
  expect(body.codes).not.toEqual(expect.arrayContaining([old.codes[0]]))
  expect(refusal(await redeem(server, as, old.codes[0] ?? ''))).toBe('422 mfa_verification_failed')
  expect((await redeem(server, as, body.codes[0] ?? '')).status).toBe(200)
})

test('ten wrong codes lock the list for a while, and the app still works', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const { codes } = await generate(server, as)
  for (let i = 0; i < 10; i++) await redeem(server, as, WRONG_CODE)

  const locked = await redeem(server, as, codes[0] ?? '')
  const byApp = ok(await verify(server, as, factor))
  server.forward(15 * MINUTE_MS)
  const open = await redeem(server, byApp.access_token, codes[0] ?? '')

  expect(refusal(locked)).toBe('429 mfa_recovery_codes_locked')
  expect(locked.headers.get('retry-after')).toBe('900')
  expect(open.status).toBe(200)
})

test('a new list is not locked because the old one was', async () => {
  const server = await startFactors()
  const { token: as } = await memberWithFactor(server)
  await generate(server, as)
  for (let i = 0; i < 10; i++) await redeem(server, as, WRONG_CODE)
  const { body } = await server.post<Codes>(`${PATH}/regenerate`, undefined, { as })

  const { status } = await redeem(server, as, body.codes[0] ?? '')

  expect(status).toBe(200)
})

test('the last real factor stays as long as there is a list', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const { id } = await generate(server, as)
  const remove = (path: string) => server.call(path, { method: 'DELETE', as })

  const first = await remove(`/factors/${factor.id}`)
  const byItsId = await remove(`/factors/${id}`)
  const codes = await remove(PATH)
  const second = await remove(`/factors/${factor.id}`)

  expect(refusal(first)).toBe('422 mfa_recovery_codes_sole_factor')
  expect(refusal(byItsId)).toBe('422 validation_failed')
  expect(codes.body).toEqual({ id })
  expect(second.body).toEqual({ id: factor.id })
})

test('a user who has lost the app signs in with a recovery code and enrols another app', async () => {
  const server = await startFactors()
  const { email, factor: lost, token } = await memberWithFactor(server, 'Lost')
  const { codes } = await generate(server, token)
  const { access_token } = await server.signIn(email)
  const { access_token: as } = ok(await redeem(server, access_token, codes[0] ?? ''))
  const found = await server.enroll(as, 'New')

  const raised = ok(await verify(server, as, found))
  const removed = await server.call(`/factors/${lost.id}`, {
    method: 'DELETE',
    as: raised.access_token,
  })

  expect(claimsOf(raised.access_token).aal).toBe('aal2')
  expect(removed.status).toBe(200)
})

test('giving the list back lowers the sessions it had raised, but not the one that asks', async () => {
  const server = await startFactors()
  const { email, token } = await memberWithFactor(server)
  const { codes } = await generate(server, token)
  const raise = async (code = '') => {
    const { access_token } = await server.signIn(email)
    return ok(await redeem(server, access_token, code))
  }
  const asking = await raise(codes[0])
  const other = await raise(codes[1])

  ok(await server.call(PATH, { method: 'DELETE', as: asking.access_token }))

  const levels = [asking, other].map(async ({ refresh_token }) => {
    const path = '/token?grant_type=refresh_token'
    return claimsOf(ok(await server.post<Session>(path, { refresh_token })).access_token).aal
  })
  expect(await Promise.all(levels)).toEqual(['aal2', 'aal1'])
})

type Codes = { id: string; friendly_name: string; total: number; codes: string[] }

const generate = async (server: FactorsServer, as: string, friendly_name = '') =>
  ok(await server.post<Codes>(PATH, { friendly_name }, { as }))

const redeem = (server: FactorsServer, as: string, code: string) =>
  server.post<Session>(`${PATH}/verify`, { code }, { as })
