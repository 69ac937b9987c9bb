// Over both databases: limits are rows that many requests change at once.

import { expect, test } from 'vitest'
import {
  claimsOf,
  type FactorsServer,
  MINUTE_MS,
  memberWithFactor,
  ok,
  refusal,
  STEP_MS,
  startFactors,
  verify,
  WRONG_CODE,
} from './factors-server.ts'

test('a code counts one step early or late, not two', async () => {
  const server = await startFactors()
  const found: Record<number, string> = {}

  for (const steps of [-2, -1, 0, 1, 2]) {
    const { access_token: as } = await server.newMember()
    const answered = await verify(server, as, await server.enroll(as), steps)
    found[steps] = answered.status === 200 ? 'right' : refusal(answered)
  }

  const wrong = '422 mfa_verification_failed'
  expect(found).toEqual({ [-2]: wrong, [-1]: 'right', 0: 'right', 1: 'right', 2: wrong })
})

test('a challenge holds for five minutes and no longer', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const first = await server.challenge(as, factor.id)
  server.forward(5 * MINUTE_MS)
  const onTime = await answer(server, as, factor, first)
  const second = await server.challenge(ok(onTime).access_token, factor.id)
  server.forward(5 * MINUTE_MS + 1000)

  const late = await answer(server, ok(onTime).access_token, factor, second)

  expect(onTime.status).toBe(200)
  expect(refusal(late)).toBe('422 mfa_challenge_expired')
})

test('a challenge is answered from the address that asked for it', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const here = await server.challenge(as, factor.id, '203.0.113.7')
  const there = await server.challenge(as, factor.id, '2001:db8::1')

  const elsewhere = await answer(server, as, factor, here, '203.0.113.8')
  // The same IP address in another spelling.
  const sameAddress = await answer(server, as, factor, there, '2001:0db8:0:0::1')

  expect(refusal(elsewhere)).toBe('422 mfa_ip_address_mismatch')
  expect(sameAddress.status).toBe(200)
})

test('a code that was accepted is not accepted again, nor is an older one', async () => {
  const server = await startFactors()
  const { access_token: as } = await server.newMember()
  const factor = await server.enroll(as)
  const raised = ok(await verify(server, as, factor)).access_token

  const replayed = await verify(server, raised, factor)
  const older = await verify(server, raised, factor, -1)
  server.forward(STEP_MS)
  const next = await verify(server, raised, factor)

  expect([refusal(replayed), refusal(older)]).toEqual([
    '422 mfa_verification_failed',
    '422 mfa_verification_failed',
  ])
  expect(next.status).toBe(200)
})

test('ten wrong codes, wherever they come from, lock the second factor for a while', async () => {
  const server = await startFactors()
  const { email, factor } = await memberWithFactor(server)
  const { access_token: as } = await server.signIn(email)
  const wrong: string[] = []
  for (let i = 0; i < 10; i++) {
    const from = `198.51.100.${i}`
    const challenge = await server.challenge(as, factor.id, from)
    wrong.push(refusal(await answer(server, as, factor, challenge, from, WRONG_CODE)))
  }

  const locked = await verify(server, as, factor)
  server.forward(15 * MINUTE_MS - 1000)
  const stillLocked = await verify(server, as, factor)
  server.forward(1000)
  const open = await verify(server, as, factor)

  expect(new Set(wrong)).toEqual(new Set(['422 mfa_verification_failed']))
  expect(refusal(locked)).toBe('429 over_request_rate_limit')
  expect(locked.headers.get('retry-after')).toBe('900')
  expect(stillLocked.headers.get('retry-after')).toBe('1')
  expect(open.status).toBe(200)
})

test('the account itself is not locked, nor is a session that was raised before', async () => {
  const server = await startFactors()
  const { email, factor, token } = await memberWithFactor(server)
  const { access_token: as } = await server.signIn(email)
  await guessWrong(server, as, factor, 10)

  const raised = await server.call('/user', { as: token })
  const again = await server.signIn(email)

  expect(raised.status).toBe(200)
  expect(claimsOf(again.access_token).aal).toBe('aal1')
})

test('a right code forgives the wrong ones before it', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  await guessWrong(server, as, factor, 9)
  const right = ok(await verify(server, as, factor))
  server.forward(STEP_MS)
  await guessWrong(server, right.access_token, factor, 9)

  const { status } = await verify(server, right.access_token, factor)

  expect(status).toBe(200)
})

test('of many answers to one challenge at the same moment, one counts', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const challenge = await server.challenge(as, factor.id)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => answer(server, as, factor, challenge)),
  )

  expect(tally(answers)).toEqual({ '200 ': 1, '422 mfa_ip_address_mismatch': 7 })
})

test('of many challenges answered with one code at the same moment, one counts', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const challenges = await Promise.all(
    Array.from({ length: 8 }, () => server.challenge(as, factor.id)),
  )

  const answers = await Promise.all(challenges.map((one) => answer(server, as, factor, one)))

  expect(tally(answers)).toEqual({ '200 ': 1, '422 mfa_verification_failed': 7 })
})

test('wrong codes at the same moment all count', async () => {
  const server = await startFactors()
  const { token: as, factor } = await memberWithFactor(server)
  const challenge = await server.challenge(as, factor.id)

  const answers = await Promise.all(
    Array.from({ length: 14 }, () => answer(server, as, factor, challenge, undefined, WRONG_CODE)),
  )

  expect(tally(answers)).toEqual({
    '422 mfa_verification_failed': 10,
    '429 over_request_rate_limit': 4,
  })
})

test('one address asks and answers fifteen times a minute', async () => {
  const server = await startFactors({ env: { AUTH_RATE_LIMIT_FACTOR: '1' } })
  const { access_token: as } = await server.newMember()
  const { id } = await server.enroll(as)
  const from = '203.0.113.7'
  for (let i = 0; i < 15; i++) await server.challenge(as, id, from)

  const tooMany = await server.post(`/factors/${id}/challenge`, {}, { as, from })
  const elsewhere = await server.post(`/factors/${id}/challenge`, {}, { as, from: '203.0.113.8' })

  expect(refusal(tooMany)).toBe('429 over_request_rate_limit')
  expect(tooMany.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(elsewhere.status).toBe(200)
})

type Factor = { id: string; secret: string }

const answer = (
  server: FactorsServer,
  as: string,
  { id, secret }: Factor,
  challenge_id: string,
  from?: string,
  code = server.codeOf(secret),
) =>
  server.post<{ access_token: string; code: string }>(
    `/factors/${id}/verify`,
    { challenge_id, code },
    { as, ...(from && { from }) },
  )

async function guessWrong(server: FactorsServer, as: string, factor: Factor, times: number) {
  const challenge = await server.challenge(as, factor.id)
  for (let i = 0; i < times; i++) await answer(server, as, factor, challenge, undefined, WRONG_CODE)
}

function tally(answers: { status: number; body: { code?: string } }[]) {
  const found: Record<string, number> = {}
  for (const { status, body } of answers) {
    const key = `${status} ${body.code ?? ''}`
    found[key] = (found[key] ?? 0) + 1
  }

  return found
}
