import { createHash, randomBytes } from 'node:crypto'
import type { SessionJson } from '@app/contract/identity'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { type AuthServer, startAuth } from '#test/auth-server.ts'
import { addMember, newAddress, outcome, outcomes, PASSWORD } from './people.ts'

test.each([
  ['s256', 'recover', 'recovery', 'recovery'],
  ['S256', 'otp', 'magiclink', 'magiclink'],
  ['plain', 'signup', 'signup', 'email/signup'],
] as const)(
  'with %s a mailed link of /%s yields a code, and the code a session',
  async (method, path, _type, amr) => {
    const auth = await startAuth({ withMail: true })
    const email = newAddress()
    if (path !== 'signup') await addMember(auth, email)
    const { verifier, fields } = proofKeys(method)

    const place = await linkPlace(auth, path, email, fields)
    const { status, body } = await exchange(auth, codeIn(place), verifier)

    expect(place).toMatch(/\/welcome\?keep=1&code=[0-9a-f-]{36}$/)
    expect(status).toBe(200)
    expect(decodeJwt(body.access_token).amr).toEqual([
      { method: amr, timestamp: expect.any(Number) },
    ])
  },
)

test('a wrong verifier, a used code and a late code are refused', async () => {
  const clock = movableClock()
  const auth = await startAuth({ withMail: true, clock })
  const { email } = await addMember(auth)
  const { verifier, fields } = proofKeys('s256')
  const code = codeIn(await linkPlace(auth, 'recover', email, fields))
  clock.moveTo(3_000_000)
  const late = codeIn(await linkPlace(auth, 'otp', email, fields))

  const first = await outcomes({
    'no code': () => exchange(auth, '', verifier),
    'no verifier': () => exchange(auth, late, ''),
    'unknown code': () => exchange(auth, 'mock_code', verifier),
    'wrong verifier': () => exchange(auth, late, 'x'.repeat(43)),
    'the challenge as verifier': () => exchange(auth, late, fields.code_challenge),
    'a code of yesterday': () => exchange(auth, code, verifier),
  })
  clock.moveTo(3_000_000 + 4 * 60_000)
  const just = await exchange(auth, late, verifier)
  const again = await exchange(auth, late, verifier)

  expect(first).toEqual({
    'no code': '400 validation_failed',
    'no verifier': '400 validation_failed',
    'unknown code': '404 flow_state_not_found',
    'wrong verifier': '400 bad_code_verifier',
    'the challenge as verifier': '400 bad_code_verifier',
    'a code of yesterday': '422 flow_state_expired',
  })
  expect([outcome(just), outcome(again)]).toEqual(['200', '404 flow_state_not_found'])
})

test('of eight exchanges at once, one gets a session', async () => {
  const auth = await startAuth({ withMail: true })
  const { email } = await addMember(auth)
  const { verifier, fields } = proofKeys('s256')
  const code = codeIn(await linkPlace(auth, 'recover', email, fields))

  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(auth, code, verifier)))

  expect(answers.map(outcome).sort()).toEqual(['200', ...Array(7).fill('404 flow_state_not_found')])
})

test('a client with proof keys is never sent tokens, not even with an error', async () => {
  const auth = await startAuth({ withMail: true })
  const { email } = await addMember(auth)
  const { fields } = proofKeys('s256')
  await auth.post('/recover', { email, ...fields })
  const { link } = await auth.mailTo(email)
  const open = async () => (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''

  const first = await open()
  const second = new URL(await open())

  expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{64}$/)
  expect(first).not.toContain('access_token')
  expect(second.searchParams.get('error_code')).toBe('otp_expired')
  expect(second.hash).toContain('error_code=otp_expired')
})

test('the digits of a mail work for a client with proof keys too', async () => {
  const auth = await startAuth({ withMail: true })
  const email = newAddress()
  await auth.post('/signup', { email, password: PASSWORD, ...proofKeys('s256').fields })
  const { code } = await auth.mailTo(email)

  const { status } = await auth.post('/verify', { type: 'signup', email, token: code })

  expect(status).toBe(200)
})

function proofKeys(method: 's256' | 'S256' | 'plain') {
  const verifier = randomBytes(48).toString('base64url')
  const digest = createHash('sha256').update(verifier).digest('base64url')

  return {
    verifier,
    fields: {
      code_challenge: method === 'plain' ? verifier : digest,
      code_challenge_method: method,
    },
  }
}

/** Requests a mail, opens its link, and returns where it redirected to. */
async function linkPlace(auth: AuthServer, path: string, email: string, fields: object) {
  const goal = encodeURIComponent(`${auth.url}/welcome?keep=1`)
  await auth.post(`/${path}?redirect_to=${goal}`, { email, password: PASSWORD, ...fields })
  const { link } = await auth.mailTo(email)

  return (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? ''
}

const codeIn = (place: string) => new URL(place).searchParams.get('code') ?? ''

const exchange = (auth: AuthServer, auth_code: string, code_verifier: string) =>
  auth.post<SessionJson>('/token?grant_type=pkce', { auth_code, code_verifier })
