import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#errors/app-error.ts'
import { normaliseEmail } from './email-address.ts'

test.each(['ada@example.test', 'a.b+c_d@sub.example.co', 'asd@a.aa', "o'neil@example.test"])(
  '%s is an address',
  (email) => {
    expect(normaliseEmail(email)).toBe(email)
  },
)

test.each([
  '',
  'a',
  'a@',
  '@b.test',
  'xx:;x@x.x',
  'a b@c.test',
  ' a@b.test',
  'a@b.test ',
  'a@b@c.test',
  'a@-b.test',
  'a@b..test',
  'a..b@c.test',
  'a@b.test\r\nbcc: all@b.test',
  'Ada <ada@b.test>',
  'a@b.test,c@d.test',
  'ä@b.test',
  `${'a'.repeat(65)}@b.test`,
])('%j is no address', (email) => {
  expect(() => normaliseEmail(email)).toThrow('Unable to validate email address: invalid format')
})

test('one mailbox has one spelling, and a spelling is final', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const once = attempt(email)
      if (once === null) return

      expect(attempt(once)).toBe(once)
      expect(attempt(email.toUpperCase())).toBe(once)
      expect(once).toBe(once.toLowerCase())
    }),
  )
})

test('anything else is refused in words, quickly, and never by a crash', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 5_000 })), (text) => {
      try {
        expect(normaliseEmail(text)).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/)
      } catch (error) {
        expect(error).toBeInstanceOf(AppError)
      }
    }),
  )
})

function attempt(email: string): string | null {
  try {
    return normaliseEmail(email)
  } catch {
    return null
  }
}
