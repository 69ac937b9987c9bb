import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { acceptedStep, enrollmentUri, newSecret } from './totp.ts'

const STEP_MS = 30_000
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const NOW = new Date(40 * STEP_MS + 12_000)

test('the codes are those of RFC 6238', () => {
  // Its appendix B has eight digits; the last six are ours.
  expect(acceptedStep(SECRET, '287082', { now: new Date(59_000), lastStep: null })).toBe(1)
  expect(acceptedStep(SECRET, '081804', { now: new Date(1_111_111_109_000), lastStep: null })).toBe(
    37_037_036,
  )
})

test('a code is good in its own step and in the ones beside it', () => {
  const found = [38, 39, 40, 41, 42].map((step) =>
    acceptedStep(SECRET, codeOf(step), { now: NOW, lastStep: null }),
  )

  expect(found).toEqual([null, 39, 40, 41, null])
})

test('no code is good twice, nor one that is older than the last', () => {
  const found = [39, 40, 41].map((step) =>
    acceptedStep(SECRET, codeOf(step), { now: NOW, lastStep: 40 }),
  )

  expect(found).toEqual([null, null, 41])
})

test('codes are accepted as apps show them', () => {
  const code = codeOf(40)

  const found = acceptedStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, {
    now: NOW,
    lastStep: null,
  })

  expect(found).toBe(40)
})

test.each(['', '12345', '1234567', 'abcdef', '-12345', '١٢٣٤٥٦'])('%j is no code', (text) => {
  expect(acceptedStep(SECRET, text, { now: NOW, lastStep: null })).toBeNull()
})

test('an authenticator app learns who it is for', () => {
  const uri = new URL(enrollmentUri(SECRET, 'ferry.example', 'ada@example.test'))

  expect(decodeURIComponent(uri.pathname)).toContain('ferry.example:ada@example.test')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: SECRET,
    issuer: 'ferry.example',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a secret has 160 bits, and is a new one every time', () => {
  const secrets = new Set(Array.from({ length: 50 }, newSecret))

  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

const codeOf = (step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: step * STEP_MS })
