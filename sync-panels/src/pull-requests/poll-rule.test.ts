import type { PullRequestStatus } from '@app/sync/read-pull-request'
import { SyncError } from '@app/sync/sync-error'
import { expect, test } from 'vitest'
import { nextLookIn } from './poll-rule.ts'

const NOW = Date.UTC(2027, 0, 1)
const status = (state: PullRequestStatus['pull']['state']) =>
  ({ pull: { state } }) as PullRequestStatus
const QUIET = { status: status('open'), unchanged: 0, failures: 0, error: null }

test('looks come seldom while nothing changes', () => {
  const gaps = [0, 1, 2, 20].map((unchanged) => nextLookIn({ ...QUIET, unchanged }, NOW))

  expect(gaps).toEqual([5000, 7500, 11_250, 120_000])
})

test('what was merged or closed is not looked at again', () => {
  expect(nextLookIn({ ...QUIET, status: status('merged') }, NOW)).toBeNull()
  expect(nextLookIn({ ...QUIET, status: status('closed') }, NOW)).toBeNull()
})

test('after failures the pause doubles up to five minutes', () => {
  const gaps = [1, 2, 20].map((failures) => nextLookIn({ ...QUIET, failures }, NOW))

  expect(gaps).toEqual([10_000, 20_000, 300_000])
})

test('the time that GitHub asks for is waited for', () => {
  const error = new SyncError('rate_limited', {}, NOW + 900_000)

  expect(nextLookIn({ ...QUIET, failures: 1, error }, NOW)).toBe(900_000)
})
