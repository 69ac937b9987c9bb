import { expect, test } from 'vitest'
import { FunctionError } from '#api/calls/call-function.ts'
import { GithubError, NotConnected } from './github-error.ts'
import { mayRetry } from './may-retry.ts'

test('a failure of the moment is tried twice more', () => {
  const failure = new GithubError('repositories', 502, '502 Bad Gateway')

  expect([0, 1, 2].map((failures) => mayRetry(failures, failure))).toEqual([true, true, false])
})

test.each([401, 403, 429])('%i is an answer, and not asked for again', (status) => {
  expect(mayRetry(0, new GithubError('repositories', status, 'no'))).toBe(false)
})

test('who is not connected is not asked for twice', () => {
  expect(mayRetry(0, new NotConnected('token'))).toBe(false)
  expect(mayRetry(0, new FunctionError(409, { code: 'GITHUB_APP_INSTALLATION_MISSING' }))).toBe(
    false,
  )
  expect(mayRetry(0, new FunctionError(500, { code: 'TOKEN_RETRIEVAL_ERROR' }))).toBe(true)
})
