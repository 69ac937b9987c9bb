import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGenuine, readRefreshToken, writeRefreshToken } from './refresh-token.ts'

test('a token is read as it was written, and is genuine under its own key alone', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.maxSafeNat(), (sessionId, counter) => {
      const key = randomBytes(32)
      const token = writeRefreshToken({ sessionId, counter }, key)

      expect(readRefreshToken(token)).toEqual({ sessionId, counter })
      expect(isGenuine(token, key)).toBe(true)
      expect(isGenuine(token, randomBytes(32))).toBe(false)
    }),
  )
})

test('no change of a single character goes unnoticed', () => {
  const key = randomBytes(32)
  const token = writeRefreshToken({ sessionId: randomUUID(), counter: 3 }, key)

  for (let i = 0; i < token.length; i++) {
    const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
    expect(readRefreshToken(changed) !== null && isGenuine(changed, key)).toBe(false)
  }
})

test('anything else is no token', () => {
  fc.assert(fc.property(fc.string(), (text) => readRefreshToken(text) === null))
})
