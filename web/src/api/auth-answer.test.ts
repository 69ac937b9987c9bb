import { expect, test } from 'vitest'
import { carriesAuthAnswer } from './auth-answer.ts'

test.each([
  ['#access_token=abc&type=signup', true],
  ['#error=access_denied&error_code=otp_expired', true],
  ['#features', false],
  ['', false],
])('the hash "%s" carries an answer: %s', (hash, expected) => {
  expect(carriesAuthAnswer(hash)).toBe(expected)
})
