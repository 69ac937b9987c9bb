import { expect, test } from 'vitest'
import {
  claimsOf,
  type FactorsHouse,
  factorsHouse,
  MINUTE_MS,
  memberWithFactor,
  ok,
  refusal,
  STEP_MS,
  verify,
  WRONG_CODE,
} from './factors-server.ts'

test('row 26: a code counts one step early or late, not two', async () => {
  const house = await factorsHouse()
  const found: Record<number, string> = {}

  for (const steps of [-2, -1, 0, 1, 2]) {
    const { access_token: as } = await house.newMember()
    const answered = await verify(house, as, await house.enroll(as), steps)
    found[steps] = answered.status === 200 ? 'right' : refusal(answered)
  }

  const wrong = '422 mfa_verification_failed'
  expect(found).toEqual({ [-2]: wrong, [-1]: 'right', 0: 'right', 1: 'right', 2: wrong })
})

test('row 26: a challenge holds for five minutes and no longer', async () => {
  const house = await factorsHouse()
  const { token: as, factor } = await memberWithFactor(house)
  const first = await house.challenge(as, factor.id)
  house.forward(5 * MINUTE_MS)
  const onTime = await answer(house, as, factor, first)
  const second = await house.challenge(ok(onTime).access_token, factor.id)
  house.forward(5 * MINUTE_MS + 1000)

  const late = await answer(house, ok(onTime).access_token, factor, second)

  expect(onTime.status).toBe(200)
  expect(refusal(late)).toBe('422 mfa_challenge_expired')
})

test('row 26: a challenge is answered from the address that asked for it', async () => {
  const house = await factorsHouse()
  const { token: as, factor } = await memberWithFactor(house)
  const here = await house.challenge(as, factor.id, '203.0.113.7')
  const there = await house.challenge(as, factor.id, '2001:db8::1')

  const elsewhere = await answer(house, as, factor, here, '203.0.113.8')
  // The same address in another spelling.
  const sameAddress = await answer(house, as, factor, there, '2001:0db8:0:0::1')

  expect(refusal(elsewhere)).toBe('422 mfa_ip_address_mismatch')
  expect(sameAddress.status).toBe(200)
})

test('row 27: a code that was accepted is not accepted again, nor is an older one', async () => {
  const house = await factorsHouse()
  const { access_token: as } = await house.newMember()
  const factor = await house.enroll(as)
  const raised = ok(await verify(house, as, factor)).access_token

  const replayed = await verify(house, raised, factor)
  const older = await verify(house, raised, factor, -1)
  house.forward(STEP_MS)
  const next = await verify(house, raised, factor)

  expect([refusal(replayed), refusal(older)]).toEqual([
    '422 mfa_verification_failed',
    '422 mfa_verification_failed',
  ])
  expect(next.status).toBe(200)
})

test('row 28: ten wrong codes, wherever they come from, lock the second factor for a while', async () => {
  const house = await factorsHouse()
  const { email, factor } = await memberWithFactor(house)
  const { access_token: as } = await house.signIn(email)
  const wrong: string[] = []
  for (let i = 0; i < 10; i++) {
    const from = `198.51.100.${i}`
    const challenge = await house.challenge(as, factor.id, from)
    wrong.push(refusal(await answer(house, as, factor, challenge, from, WRONG_CODE)))
  }

  const locked = await verify(house, as, factor)
  house.forward(15 * MINUTE_MS - 1000)
  const stillLocked = await verify(house, as, factor)
  house.forward(1000)
  const open = await verify(house, as, factor)

  expect(new Set(wrong)).toEqual(new Set(['422 mfa_verification_failed']))
  expect(refusal(locked)).toBe('429 over_request_rate_limit')
  expect(locked.headers.get('retry-after')).toBe('900')
  expect(stillLocked.headers.get('retry-after')).toBe('1')
  expect(open.status).toBe(200)
})

test('row 28: the account itself is not locked, nor is a session that was raised before', async () => {
  const house = await factorsHouse()
  const { email, factor, token } = await memberWithFactor(house)
  const { access_token: as } = await house.signIn(email)
  await guessWrong(house, as, factor, 10)

  const raised = await house.call('/user', { as: token })
  const again = await house.signIn(email)

  expect(raised.status).toBe(200)
  expect(claimsOf(again.access_token).aal).toBe('aal1')
})

test('a right code forgives the wrong ones before it', async () => {
  const house = await factorsHouse()
  const { token: as, factor } = await memberWithFactor(house)
  await guessWrong(house, as, factor, 9)
  const right = ok(await verify(house, as, factor))
  house.forward(STEP_MS)
  await guessWrong(house, right.access_token, factor, 9)

  const { status } = await verify(house, right.access_token, factor)

  expect(status).toBe(200)
})

test('of many answers to one challenge at the same moment, one counts', async () => {
  const house = await factorsHouse()
  const { token: as, factor } = await memberWithFactor(house)
  const challenge = await house.challenge(as, factor.id)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => answer(house, as, factor, challenge)),
  )

  expect(tally(answers)).toEqual({ '200 ': 1, '422 mfa_ip_address_mismatch': 7 })
})

test('of many challenges answered with one code at the same moment, one counts', async () => {
  const house = await factorsHouse()
  const { token: as, factor } = await memberWithFactor(house)
  const challenges = await Promise.all(
    Array.from({ length: 8 }, () => house.challenge(as, factor.id)),
  )

  const answers = await Promise.all(challenges.map((one) => answer(house, as, factor, one)))

  expect(tally(answers)).toEqual({ '200 ': 1, '422 mfa_verification_failed': 7 })
})

test('wrong codes at the same moment all count', async () => {
  const house = await factorsHouse()
  const { token: as, factor } = await memberWithFactor(house)
  const challenge = await house.challenge(as, factor.id)

  const answers = await Promise.all(
    Array.from({ length: 14 }, () => answer(house, as, factor, challenge, undefined, WRONG_CODE)),
  )

  expect(tally(answers)).toEqual({
    '422 mfa_verification_failed': 10,
    '429 over_request_rate_limit': 4,
  })
})

test('one address asks and answers fifteen times a minute', async () => {
  const house = await factorsHouse({ env: { AUTH_RATE_LIMIT_FACTOR: '1' } })
  const { access_token: as } = await house.newMember()
  const { id } = await house.enroll(as)
  const from = '203.0.113.7'
  for (let i = 0; i < 15; i++) await house.challenge(as, id, from)

  const tooMany = await house.post(`/factors/${id}/challenge`, {}, { as, from })
  const elsewhere = await house.post(`/factors/${id}/challenge`, {}, { as, from: '203.0.113.8' })

  expect(refusal(tooMany)).toBe('429 over_request_rate_limit')
  expect(tooMany.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(elsewhere.status).toBe(200)
})

type Factor = { id: string; secret: string }

const answer = (
  house: FactorsHouse,
  as: string,
  { id, secret }: Factor,
  challenge_id: string,
  from?: string,
  code = house.codeOf(secret),
) =>
  house.post<{ access_token: string; code: string }>(
    `/factors/${id}/verify`,
    { challenge_id, code },
    { as, ...(from && { from }) },
  )

async function guessWrong(house: FactorsHouse, as: string, factor: Factor, times: number) {
  const challenge = await house.challenge(as, factor.id)
  for (let i = 0; i < times; i++) await answer(house, as, factor, challenge, undefined, WRONG_CODE)
}

function tally(answers: { status: number; body: { code?: string } }[]) {
  const found: Record<string, number> = {}
  for (const { status, body } of answers) {
    const key = `${status} ${body.code ?? ''}`
    found[key] = (found[key] ?? 0) + 1
  }

  return found
}
