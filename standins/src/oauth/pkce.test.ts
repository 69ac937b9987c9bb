import { expect, test } from 'vitest'
import { isChallenge, keepsPromise } from './pkce.ts'

// The example of RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('a challenge is met by its own verifier only', () => {
  expect(keepsPromise(CHALLENGE, VERIFIER)).toBe(true)
  expect(keepsPromise(CHALLENGE, CHALLENGE)).toBe(false)
  expect(keepsPromise(CHALLENGE, undefined)).toBe(false)
})

test('who began without a challenge needs no verifier', () => {
  expect(keepsPromise(null, undefined)).toBe(true)
})

test('a challenge has 43 characters of base64url', () => {
  expect(isChallenge(CHALLENGE)).toBe(true)
  expect(isChallenge(CHALLENGE.slice(1))).toBe(false)
  expect(isChallenge(`${CHALLENGE.slice(1)}+`)).toBe(false)
})
