import { createTranslator } from '@app/ui/translator.ts'
import { AuthRetryableFetchError, AuthUnknownError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { allMessages } from '#i18n/all-messages.ts'
import { MESSAGE_BY_CODE } from './message-by-code.ts'
import { userMessage } from './user-message.ts'

const english = createTranslator('en', allMessages.en).t
const spanish = createTranslator('es', allMessages.es).t

const REFUSED =
  "Your company's sign-in wasn't accepted. Try again, or tell the person who manages it."

test('a known code is told in the language of the page', () => {
  const error = { code: 'invalid_credentials', message: 'Invalid login credentials' }

  expect(userMessage(english, error, 'errors.loginFailed')).toBe('Invalid login credentials')
  expect(userMessage(spanish, error, 'errors.loginFailed')).toBe('Credenciales incorrectas')
})

test("an unknown code is told in the server's words, and no words at all in ours", () => {
  expect(userMessage(english, new Error('The tide is out'), 'errors.loginFailed')).toBe(
    'The tide is out',
  )
  expect(userMessage(english, {}, 'errors.loginFailed')).toBe(
    'Failed to login. Please check your credentials.',
  )
  expect(userMessage(english, null, 'errors.providerFailed', { provider: 'GitHub' })).toBe(
    'Failed to sign in with GitHub',
  )
})

test.each([
  { code: 'PGRST303', message: 'JWT expired' },
  { code: 'UNAUTHORIZED_ASYMMETRIC_JWT', message: 'Invalid JWT' },
  { code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' },
])('a token that could not be renewed is told without the terms of the protocol: %j', (error) => {
  expect(userMessage(english, error, 'errors.tryAgain')).toBe(
    "Couldn't renew your session. Try again in a moment.",
  )
  expect(userMessage(spanish, error, 'errors.tryAgain')).toMatch('No se pudo renovar tu sesión')
})

test.each([
  { code: '23505', message: 'duplicate key' },
  { code: '', message: 'duplicate key value violates unique constraint "users_email"' },
  { code: 'user_already_exists', message: 'User already registered' },
])('an address that is taken is told as such: %j', (error) => {
  expect(userMessage(english, error, 'errors.registerFailed')).toBe(
    'This email is already registered. Please use a different email or login.',
  )
})

test('how long to wait is told with the number', () => {
  const error = {
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, you can only request this after 42 seconds.',
  }

  expect(userMessage(english, error, 'errors.tryAgain')).toBe(error.message)
  expect(userMessage(spanish, error, 'errors.tryAgain')).toContain('42 segundos')
  expect(
    userMessage(english, { ...error, message: 'email rate limit exceeded' }, 'errors.tryAgain'),
  ).toBe('Too many emails requested. Try again later.')
})

test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
  'without an answer (%s) it is the connection, whoever asked',
  (message) => {
    expect(userMessage(english, new TypeError(message), 'errors.loginFailed')).toBe(
      "Couldn't reach the server. Check your connection and try again.",
    )
  },
)

test.each([
  new AuthRetryableFetchError('{}', 503),
  new AuthUnknownError("Unexpected token '<'", new SyntaxError()),
])('an answer that nobody could read (%o) leaves us our own words', (error) => {
  expect(userMessage(english, error, 'errors.loginFailed')).toBe(
    'Failed to login. Please check your credentials.',
  )
})

test('an answer in the address has its code among the details', () => {
  const error = { message: 'linked', details: { error: 'x', code: 'identity_already_exists' } }

  expect(userMessage(english, error, 'errors.authentication')).toBe('Identity is already linked')
})

test('every code has its sentence', () => {
  for (const key of Object.values(MESSAGE_BY_CODE)) {
    expect(key && english(key)).toEqual(expect.any(String))
  }
})

test.each([
  ['saml_relay_state_expired', 'Too long', 'The sign-in was interrupted. Start again.'],
  ['saml_provider_disabled', 'Off', "This sign-in method isn't available right now."],
  ['sso_provider_disabled', 'Off', "This sign-in method isn't available right now."],
  ['validation_failed', 'The SAML response is not accepted: it is not signed', REFUSED],
  ['saml_assertion_no_email', 'The SAML assertion has no email address', REFUSED],
])('a sign-in by a company that fails is a sentence: %s', (code, message, text) => {
  expect(userMessage(english, { code, message }, 'errors.loginFailed')).toBe(text)
})
