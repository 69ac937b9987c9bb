import { expect, test } from 'vitest'
import { movableClock } from '#clock/clock.ts'
import { rememberVerified } from './remember-verified.ts'

const claimsOf = (claims: { exp?: unknown }) => claims

test('verified tokens are bounded by their length, and the oldest make room', () => {
  const verified = rememberVerified(movableClock(), claimsOf, 10_000)

  for (let i = 0; i < 100; i++) verified.add(`${i}`.padEnd(1000, '.'), {})

  expect(verified.size()).toEqual({ tokens: 10, characters: 10_000 })
  expect(verified.find('89'.padEnd(1000, '.'))).toBeUndefined()
  expect(verified.find('90'.padEnd(1000, '.'))).toEqual({})
})

test('a token that was added twice counts once, and a very long one is not kept', () => {
  const verified = rememberVerified(movableClock(), claimsOf, 10_000)

  verified.add('a'.repeat(100), { exp: 1 })
  verified.add('a'.repeat(100), { exp: 2 })
  verified.add('b'.repeat(5000), {})

  expect(verified.size()).toEqual({ tokens: 1, characters: 100 })
  expect(verified.find('a'.repeat(100))).toEqual({ exp: 2 })
})

test('expired tokens leave when another one comes', () => {
  const clock = movableClock()
  const verified = rememberVerified(clock, claimsOf)
  const exp = Math.floor(clock.now().getTime() / 1000) + 3600
  for (let i = 0; i < 50; i++) verified.add(`short ${i}`, { exp })
  verified.add('long', { exp: exp + 3600 })
  verified.add('endless', {})

  clock.moveTo(3_601_000)
  verified.add('new', { exp: exp + 3600 })

  expect(verified.size().tokens).toBe(3)
})
