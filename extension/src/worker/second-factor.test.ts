import { expect, test } from 'vitest'
import { hasSecondFactor } from './second-factor.ts'

test('the level of a session is in its token', () => {
  expect(hasSecondFactor(tokenWith({ aal: 'aal2' }))).toBe(true)
  expect(hasSecondFactor(tokenWith({ aal: 'aal1', name: '¿?>>~' }))).toBe(false)
})

test('what is no token has no second factor', () => {
  expect(['', 'a.b', 'a.!!.c'].map(hasSecondFactor)).toEqual([false, false, false])
})

const tokenWith = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
