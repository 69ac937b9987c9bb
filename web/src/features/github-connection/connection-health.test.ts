import { expect, test } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { GithubError } from '#api/github/github-error.ts'
import { healthOf } from './connection-health.ts'

const CONNECTED = { access_token: 'enc1.sealed' }
const RATE = { remaining: 4_990 }

test('without a record there is no connection; without a token it has to be made again', () => {
  expect(healthOf({ integration: null, error: null, rate: undefined })).toBe('none')
  expect(healthOf({ integration: { access_token: null }, error: null, rate: undefined })).toBe(
    'reconnect',
  )
})

test('a call that came back is a healthy connection, until the allowance is used up', () => {
  expect(healthOf({ integration: CONNECTED, error: null, rate: RATE })).toBe('healthy')
  expect(healthOf({ integration: CONNECTED, error: null, rate: { remaining: 0 } })).toBe('limited')
})

test.each([
  [404, 'NO_GITHUB_APP', 'none'],
  [409, 'GITHUB_APP_INSTALLATION_MISSING', 'not-installed'],
  [401, 'TOKEN_RENEWAL_FAILED', 'reconnect'],
  [401, 'NO_ACCESS_TOKEN', 'reconnect'],
  [500, 'TOKEN_RETRIEVAL_ERROR', 'unreachable'],
])('our own server answering %i %s means %s', (status, code, health) => {
  const error = new FunctionError(status, { code })

  expect(healthOf({ integration: CONNECTED, error, rate: undefined })).toBe(health)
})

test('an app that is installed and suspended is told apart', () => {
  const suspended = { account: 'mia', by: null, url: null }
  const error = new FunctionError(409, { code: 'GITHUB_APP_INSTALLATION_MISSING', suspended })

  expect(healthOf({ integration: CONNECTED, error, rate: undefined })).toBe('suspended')
})

test('GitHub refusing the token, resting, or silent', () => {
  const resetsAt = new Date('2026-05-04T12:00:00Z')
  const health = (error: unknown) => healthOf({ integration: CONNECTED, error, rate: RATE })

  expect(health(new GithubError('rateLimit', 401, '401 - Bad credentials'))).toBe('reconnect')
  expect(health(new GithubError('rateLimit', 403, '403', { resetsAt }))).toBe('limited')
  expect(health(new GithubError('rateLimit', 0, ''))).toBe('unreachable')
})
