import { expect, test } from 'vitest'
import { understandAnswer } from './understand-answer.ts'

test.each([
  [true, 'Almost finished... We need to confirm your email address.', null, 'confirm', null],
  [true, 'Thank you for subscribing!', null, 'subscribed', null],
  [false, 'Please enter a value', 0, 'email_missing', 'EMAIL'],
  [false, 'Please enter a value', 2, 'field_invalid', 'LNAME'],
  [false, 'Please enter a date', 9, 'field_invalid', null],
  [false, 'An email address must contain a single @', 0, 'email_invalid', 'EMAIL'],
  [
    false,
    'The domain portion of the email address is invalid (the portion after the @: x)',
    0,
    'email_invalid',
    'EMAIL',
  ],
  [false, 'This email address looks fake or invalid.', null, 'email_fake', null],
  [false, 'a@b.test is already subscribed to list News.', null, 'already', null],
  [false, 'Recipient "a@b.test" has too many recent signup requests', null, 'throttled', null],
  [false, 'Too many subscribe attempts for this email address.', null, 'throttled', null],
  [false, 'Something new', null, 'refused', null],
])('accepted %j, %j at field %j means %s', (isAccepted, words, fieldIndex, code, field) => {
  expect(understandAnswer({ isAccepted, words, fieldIndex })).toEqual({ code, words, field })
})
