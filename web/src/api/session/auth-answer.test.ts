import { expect, test } from 'vitest'
import {
  carriesAuthAnswer,
  expiredLink,
  isHalfConfirmed,
  withoutAuthAnswer,
} from './auth-answer.ts'

test.each([
  ['a sign-in through a provider', '#access_token=a.b.c&expires_in=3600', ''],
  ['an expired mail link', '#error=access_denied&error_code=otp_expired', ''],
  ['a refused provider', '#error=access_denied&error_description=no&sb=', '?error=access_denied'],
  ['a state that nobody knows', '', '?error=invalid_request&error_code=bad_oauth_state'],
])('%s is an answer', (_, hash, search) => {
  expect(carriesAuthAnswer({ hash, search })).toBe(true)
})

test.each([
  ['a section of the landing page', '#features', ''],
  ['a failed connection that settings tells of', '', '?tab=github&error=auth_failed'],
  ["the code host's own refusal", '', '?error=access_denied&error_description=no'],
])('%s is no answer of the identity service', (_, hash, search) => {
  expect(carriesAuthAnswer({ hash, search })).toBe(false)
})

test('an expired link brings the reason in the words of the server, if it has any', () => {
  const said = '#error=access_denied&error_code=otp_expired&error_description=Link+expired'

  expect(expiredLink({ hash: said })).toEqual({ text: 'Link expired', type: null })
  expect(expiredLink({ hash: '#error_code=otp_expired' })).toEqual({ text: null, type: null })
  expect(expiredLink({ hash: '#error_code=otp_expired&type=recovery' })).toEqual({
    text: null,
    type: 'recovery',
  })
  expect(expiredLink({ hash: '#error_code=user_banned' })).toBeNull()
  expect(expiredLink({ hash: '' })).toBeNull()
})

test('the answer leaves the address, the rest of the query stays', () => {
  const query = '?tab=security&error=x&error_code=y&error_description=z'

  expect(withoutAuthAnswer({ search: query, hash: '' })).toBe('?tab=security')
  expect(withoutAuthAnswer({ search: '?error=x', hash: '#error=x&sb=' })).toBe('')
})

test('an error that is not ours stays', () => {
  const search = '?tab=github&error=auth_failed'

  expect(withoutAuthAnswer({ search, hash: '' })).toBe(search)
})

test('that one of two mailboxes has agreed is no answer for the identity client', () => {
  const address = { hash: '#message=Confirmation+link+accepted&sb=', search: '?tab=account' }

  expect(isHalfConfirmed(address)).toBe(true)
  expect(carriesAuthAnswer(address)).toBe(false)
})
