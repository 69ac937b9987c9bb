import { expect, test } from 'vitest'
import { isChallenge, matchesChallenge } from './pkce.ts'

// The example of RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('a challenge matches its own verifier only', () => {
  expect(matchesChallenge(CHALLENGE, VERIFIER)).toBe(true)
  expect(matchesChallenge(CHALLENGE, CHALLENGE)).toBe(false)
  expect(matchesChallenge(CHALLENGE, undefined)).toBe(false)
})

test('without a challenge no verifier is needed', () => {
  expect(matchesChallenge(null, undefined)).toBe(true)
})

test('a challenge has 43 characters of base64url', () => {
  expect(isChallenge(CHALLENGE)).toBe(true)
  expect(isChallenge(CHALLENGE.slice(1))).toBe(false)
  expect(isChallenge(`${CHALLENGE.slice(1)}+`)).toBe(false)
})
