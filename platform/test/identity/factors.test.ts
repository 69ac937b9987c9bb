import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  claimsOf,
  MINUTE_MS,
  memberWithFactor,
  refusal,
  startFactors,
  verify,
  WRONG_CODE,
} from './factors-server.ts'

test('a new factor comes with its secret, as text, as an address and as a picture', async () => {
  const server = await startFactors({ env: { SITE_URL: 'https://ferry.example' } })
  const member = await server.newMember()

  const { status, body } = await server.post(
    '/factors',
    { factor_type: 'totp', friendly_name: 'Phone' },
    { as: member.access_token },
  )

  const totp = body.totp as Record<string, string>
  const uri = new URL(totp.uri ?? '')
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: expect.any(String), type: 'totp', friendly_name: 'Phone' })
  expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri.searchParams.get('secret')).toBe(totp.secret)
  expect(uri.searchParams.get('issuer')).toBe('ferry.example')
  expect(decodeURIComponent(uri.pathname)).toContain(member.user.email)
  // The client puts it behind `data:image/svg+xml;utf-8,` as it is.
  expect(totp.qr_code).toMatch(/^<svg [^#]+<\/svg>$/)
})

test('the user sees the factor before and after it is verified, and never its secret', async () => {
  const server = await startFactors()
  const member = await server.newMember()
  const factor = await server.enroll(member.access_token, 'Phone')
  const seen = async (as: string) => (await server.call('/user', { as })).body.factors

  const before = await seen(member.access_token)
  const { body: session } = await verify(server, member.access_token, factor)

  const shown = {
    id: factor.id,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    friendly_name: 'Phone',
    factor_type: 'totp',
    phone: '',
  }
  expect(before).toEqual([{ ...shown, status: 'unverified', last_challenged_at: null }])
  const after = [{ ...shown, status: 'verified', last_challenged_at: expect.any(String) }]
  expect(session.user.factors).toEqual(after)
  expect(await seen(session.access_token)).toEqual(after)
})

test('the right code raises the session to its second level', async () => {
  const server = await startFactors()
  const member = await server.newMember()
  const factor = await server.enroll(member.access_token)

  const { status, body } = await verify(server, member.access_token, factor)

  expect(status).toBe(200)
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
  })
  expect(claimsOf(body.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  })
})

test('a challenge says what it is for and when it ends', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  const { id } = await server.enroll(as)

  const { status, body } = await server.call(`/factors/${id}/challenge`, { method: 'POST', as })

  expect(status).toBe(200)
  expect(body).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
})

test('what cannot be enrolled is refused, each with its own code', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  await server.enroll(as, 'Phone')
  await server.enroll(as)
  const enroll = async (body: unknown) => refusal(await server.post('/factors', body, { as }))

  expect({
    'no kind': await enroll({}),
    'another kind': await enroll({ factor_type: 'fingerprint' }),
    codes: await enroll({ factor_type: 'recovery_code' }),
    'a number for a kind': await enroll({ factor_type: 7 }),
    phone: await enroll({ factor_type: 'phone', phone: '+15551234567' }),
    webauthn: await enroll({ factor_type: 'webauthn' }),
    'a name in use': await enroll({ factor_type: 'totp', friendly_name: 'Phone' }),
    'a second without a name': await enroll({ factor_type: 'totp', friendly_name: null }),
    'an endless name': await enroll({ factor_type: 'totp', friendly_name: 'x'.repeat(256) }),
    'an endless issuer': await enroll({ factor_type: 'totp', issuer: 'x'.repeat(3000) }),
  }).toEqual({
    'no kind': '400 validation_failed',
    'another kind': '400 validation_failed',
    codes: '400 validation_failed',
    'a number for a kind': '400 bad_json',
    phone: '422 mfa_phone_enroll_not_enabled',
    webauthn: '422 mfa_webauthn_enroll_not_enabled',
    'a name in use': '422 mfa_factor_name_conflict',
    'a second without a name': '422 mfa_factor_name_conflict',
    'an endless name': '400 validation_failed',
    'an endless issuer': '400 validation_failed',
  })
})

test('an eleventh factor is one too many', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  for (let i = 0; i < 10; i++) await server.enroll(as, `Phone ${i}`)

  const answer = await server.post('/factors', { factor_type: 'totp', friendly_name: 'x' }, { as })

  expect(refusal(answer)).toBe('422 too_many_enrolled_mfa_factors')
})

test('a challenge and its answer are refused with the code that tells why', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  const factor = await server.enroll(as, 'Phone')
  const other = await server.enroll(as, 'Tablet')
  const challenge_id = await server.challenge(as, factor.id)
  const code = server.codeOf(factor.secret)
  const post = async (path: string, body: unknown) =>
    refusal(await server.post(`/factors/${path}`, body, { as }))

  expect({
    'challenge: no id': await post('x/challenge', {}),
    'challenge: unknown': await post(`${randomUUID()}/challenge`, {}),
    'verify: no id': await post('x/verify', { challenge_id, code }),
    'verify: unknown factor': await post(`${randomUUID()}/verify`, { challenge_id, code }),
    'verify: no challenge': await post(`${factor.id}/verify`, { code }),
    'verify: no code': await post(`${factor.id}/verify`, { challenge_id }),
    'verify: empty code': await post(`${factor.id}/verify`, { challenge_id, code: '' }),
    'verify: unknown challenge': await post(`${factor.id}/verify`, {
      challenge_id: randomUUID(),
      code,
    }),
    'verify: challenge of another factor': await post(`${other.id}/verify`, { challenge_id, code }),
    'verify: wrong code': await post(`${factor.id}/verify`, { challenge_id, code: WRONG_CODE }),
    'delete: no id': refusal(await server.call('/factors/x', { method: 'DELETE', as })),
    'delete: unknown': refusal(
      await server.call(`/factors/${randomUUID()}`, { method: 'DELETE', as }),
    ),
  }).toEqual({
    'challenge: no id': '404 validation_failed',
    'challenge: unknown': '404 mfa_factor_not_found',
    'verify: no id': '404 validation_failed',
    'verify: unknown factor': '404 mfa_factor_not_found',
    'verify: no challenge': '400 bad_json',
    'verify: no code': '400 validation_failed',
    'verify: empty code': '400 validation_failed',
    'verify: unknown challenge': '422 mfa_factor_not_found',
    'verify: challenge of another factor': '422 mfa_factor_not_found',
    'verify: wrong code': '422 mfa_verification_failed',
    'delete: no id': '404 validation_failed',
    'delete: unknown': '404 mfa_factor_not_found',
  })
})

test('factors of a kind that is switched off cannot be used', async () => {
  const server = await startFactors()
  const { access_token: as, user } = await server.newMember()
  const found: Record<string, string[]> = {}

  for (const kind of ['phone', 'webauthn']) {
    const id = randomUUID()
    await server.sql(
      'insert into auth.mfa_factors (id, user_id, factor_type) values ($1, $2, $3)',
      [id, user.id, kind],
    )
    const answer = { challenge_id: randomUUID(), code: '123456' }
    found[kind] = [
      refusal(await server.post(`/factors/${id}/challenge`, {}, { as })),
      refusal(await server.post(`/factors/${id}/verify`, answer, { as })),
    ]
  }

  expect(found).toEqual({
    phone: ['422 mfa_phone_verify_not_enabled', '422 mfa_phone_verify_not_enabled'],
    webauthn: ['422 mfa_webauthn_verify_not_enabled', '422 mfa_webauthn_verify_not_enabled'],
  })
})

test('signed-out callers and anonymous users have no factors', async () => {
  const server = await startFactors({ env: { AUTH_ANONYMOUS: 'true' } })
  const { body } = await server.post<{ access_token: string }>('/signup', {})
  const paths = ['/factors', `/factors/${randomUUID()}/challenge`, '/factors/recovery-codes']

  const refusals = (as?: string) =>
    Promise.all(paths.map(async (path) => refusal(await server.post(path, {}, as ? { as } : {}))))

  expect(await refusals()).toEqual(paths.map(() => '401 no_authorization'))
  expect(await refusals(server.keys.publishable)).toEqual(paths.map(() => '403 bad_jwt'))
  expect(await refusals(body.access_token)).toEqual(paths.map(() => '403 no_authorization'))
})

test('no user reaches the factor of another', async () => {
  const server = await startFactors()
  const victim = await memberWithFactor(server)
  const { access_token: as } = await server.newMember()
  const own = await server.enroll(as)
  const challenge_id = await server.challenge(victim.token, victim.factor.id)
  const code = server.codeOf(victim.factor.secret)
  const path = `/factors/${victim.factor.id}`

  expect([
    refusal(await server.post(`${path}/challenge`, {}, { as })),
    refusal(await server.post(`${path}/verify`, { challenge_id, code }, { as })),
    refusal(await server.call(path, { method: 'DELETE', as })),
    refusal(await server.post(`/factors/${own.id}/verify`, { challenge_id, code }, { as })),
  ]).toEqual([
    '404 mfa_factor_not_found',
    '404 mfa_factor_not_found',
    '404 mfa_factor_not_found',
    '422 mfa_factor_not_found',
  ])
})

test('a factor that was begun and left alone is gone after five minutes', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  const left = await server.enroll(as, 'Left')
  const tried = await server.enroll(as, 'Tried')
  server.forward(4 * MINUTE_MS)
  await server.challenge(as, tried.id)
  server.forward(2 * MINUTE_MS)

  const { body } = await server.call('/user', { as })
  const challenged = await server.post(`/factors/${left.id}/challenge`, {}, { as })
  const again = await server.enroll(as, 'Left')

  expect(body.factors).toEqual([expect.objectContaining({ id: tried.id })])
  expect(refusal(challenged)).toBe('404 mfa_factor_not_found')
  expect(again.id).not.toBe(left.id)
})

test('once a factor works, the others that were only begun are gone', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  await server.enroll(as, 'Begun')
  const factor = await server.enroll(as, 'Finished')

  const { body } = await verify(server, as, factor)

  expect(body.user.factors).toEqual([expect.objectContaining({ friendly_name: 'Finished' })])
})
