// Over both databases: guesses are counted in rows that concurrent answers change.

import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { AuthOptions } from '#test/auth-server.ts'
import {
  claimsOf,
  memberWithFactor,
  ok,
  PASSWORD,
  refusal,
  type Session,
  startFactors,
} from './factors-server.ts'
import { codeIn, openSmsProvider } from './sms-provider.ts'

const PHONE = '15551234567'
const WRONG = '000000'

test('the official client enrols a phone, signs in with it and takes it away', async () => {
  const server = await startTexting()
  const { user } = await server.newMember()
  const { auth } = createClient(server.url, server.keys.publishable, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    realtime: { transport: class {} as never },
  })
  await auth.signInWithPassword({ email: user.email, password: PASSWORD })

  const enrolled = await auth.mfa.enroll({
    factorType: 'phone',
    phone: `+${PHONE}`,
    friendlyName: 'My phone',
  })
  const factorId = enrolled.data?.id ?? ''
  const challenged = await auth.mfa.challenge({ factorId, channel: 'sms' })
  const [message] = await server.messages()
  const verified = await auth.mfa.verify({
    factorId,
    challengeId: challenged.data?.id ?? '',
    code: codeIn(message?.body),
  })
  const listed = await auth.mfa.listFactors()
  const level = await auth.mfa.getAuthenticatorAssuranceLevel()
  const removed = await auth.mfa.unenroll({ factorId })

  expect(enrolled.data).toEqual({
    id: factorId,
    type: 'phone',
    friendly_name: 'My phone',
    phone: PHONE,
  })
  expect(challenged.data).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
  expect(message?.to).toBe(`+${PHONE}`)
  expect(verified.error).toBeNull()
  expect(claimsOf(verified.data?.access_token ?? '').amr[0]?.method).toBe('mfa/phone')
  expect(listed.data?.phone).toMatchObject([{ id: factorId, status: 'verified' }])
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect(removed.error).toBeNull()
  expect((await server.sql('select from auth.mfa_factors')).length).toBe(0)
})

test('a code counts once, for its own challenge, and is nowhere in the tables', async () => {
  const server = await startTexting()
  const { access_token: as } = await server.newMember()
  const id = await server.enrollPhone(as)
  const first = await server.challenge(as, id)
  const firstCode = await server.lastCode()
  const rows = JSON.stringify(await server.sql('select * from auth.mfa_challenges'))
  const second = await server.challenge(as, id)
  const secondCode = await server.lastCode()
  const answer = (challenge_id: string, code: string) =>
    server.post<Session>(`/factors/${id}/verify`, { challenge_id, code }, { as })

  const crossed = await answer(second, firstCode === secondCode ? WRONG : firstCode)
  const raised = await Promise.all([answer(second, secondCode), answer(second, secondCode)])
  const late = await answer(first, firstCode)

  expect(rows).not.toContain(firstCode)
  expect(refusal(crossed)).toBe('422 mfa_verification_failed')
  expect(raised.map(refusal).toSorted()).toEqual([
    '200 no code',
    expect.stringMatching(/^4\d\d (mfa_ip_address_mismatch|session_not_found|bad_jwt)$/),
  ])
  // The older challenge of the same factor is still its owner's.
  expect(late.status).toBeLessThan(500)
})

test('a challenge takes five wrong codes, also at once, and ten lock the kind', async () => {
  const server = await startTexting()
  const { access_token: as } = await server.newMember()
  const id = await server.enrollPhone(as)
  const answer = (challenge_id: string, code: string) =>
    server.post(`/factors/${id}/verify`, { challenge_id, code }, { as }).then(refusal)
  const first = await server.challenge(as, id)
  const firstCode = await server.lastCode()
  const wrong = firstCode === WRONG ? '000001' : WRONG

  const guesses = await Promise.all(Array.from({ length: 6 }, () => answer(first, wrong)))
  const right = await answer(first, firstCode)
  const second = await server.challenge(as, id)
  const secondWrong = (await server.lastCode()) === WRONG ? '000001' : WRONG
  for (let i = 0; i < 5; i++) await answer(second, secondWrong)
  const third = await server.challenge(as, id)
  const locked = await answer(third, await server.lastCode())

  expect(guesses.toSorted()).toEqual([
    '422 mfa_challenge_expired',
    ...Array.from({ length: 5 }, () => '422 mfa_verification_failed'),
  ])
  expect(right).toBe('422 mfa_challenge_expired')
  expect(locked).toBe('429 over_request_rate_limit')
})

test('texts are limited by number and by account, and other countries get none', async () => {
  const server = await startTexting({ env: { AUTH_RATE_LIMIT_FACTOR: '1' } })
  const { access_token: as } = await server.newMember()
  const found: string[] = []
  const ask = async (phone: string, friendly_name: string) => {
    const { id } = ok(await server.enrollAs(as, phone, friendly_name))
    const asked = await server.post(`/factors/${id}/challenge`, {}, { as })
    found.push(refusal(asked))
    return id
  }

  const id = await ask(PHONE, 'one')
  found.push(refusal(await server.post(`/factors/${id}/challenge`, {}, { as })))
  await ask('447700900123', 'abroad')
  for (let i = 0; i < 6; i++) await ask(String(15_550_000_000 + i), `number ${i}`)

  expect(found).toEqual([
    '200 no code',
    '429 over_sms_send_rate_limit',
    '422 sms_send_failed',
    ...Array.from({ length: 5 }, () => '200 no code'),
    '429 over_sms_send_rate_limit',
  ])
  expect(await server.messages()).toHaveLength(6)
})

test('a number is refused for what it is, and one that was never verified begins anew', async () => {
  const server = await startTexting()
  const { access_token: as } = await server.newMember()
  const withApp = await memberWithFactor(server)

  const malformed = await server.enrollAs(as, 'not a number')
  const missing = await server.post('/factors', { factor_type: 'phone' }, { as })
  const first = ok(await server.enrollAs(as, PHONE))
  const again = ok(await server.enrollAs(as, `+${PHONE}`))
  const challenge_id = await server.challenge(as, again.id)
  const code = await server.lastCode()
  const raised = ok(
    await server.post<Session>(`/factors/${again.id}/verify`, { challenge_id, code }, { as }),
  )
  const twice = await server.enrollAs(raised.access_token, PHONE, 'again')
  const low = await server.enrollAs((await server.signIn(withApp.email)).access_token, PHONE, 'low')

  expect([malformed, missing, twice, low].map(refusal)).toEqual([
    '400 validation_failed',
    '400 validation_failed',
    '422 mfa_verified_factor_exists',
    '403 insufficient_aal',
  ])
  expect(again.id).not.toBe(first.id)
})

test('a provider that fails is told as that, without the code', async () => {
  const server = await startTexting()
  const { access_token: as } = await server.newMember()
  const id = await server.enrollPhone(as)
  await server.fault({ path: '/2010-04-01/*', status: 503 })

  const failed = await server.post(`/factors/${id}/challenge`, {}, { as })

  expect(refusal(failed)).toBe('422 sms_send_failed')
  expect(JSON.stringify(failed.body)).not.toMatch(/\d{6}/)
})

async function startTexting({ env = {}, ...options }: AuthOptions = {}) {
  const provider = await openSmsProvider()
  const server = await startFactors({
    ...options,
    env: { AUTH_MFA_PHONE_ENABLED: 'true', ...provider.env, ...env },
  })
  const enrollAs = (as: string, phone: string, friendly_name = '') =>
    server.post<{ id: string }>('/factors', { factor_type: 'phone', phone, friendly_name }, { as })

  return {
    ...server,
    ...provider,
    enrollAs,
    enrollPhone: async (as: string) => ok(await enrollAs(as, PHONE)).id,
    lastCode: async () => codeIn((await provider.messages()).at(-1)?.body),
  }
}
