import { afterEach, expect, test, vi } from 'vitest'
import { mayRunAgain } from './second-try.js'

afterEach(() => vi.unstubAllEnvs())

const failed = (count) => Array.from({ length: count }, () => ({ between: [0, 10] }))
const never = { longestBetween: () => 0 }
const always = { longestBetween: () => 5000 }

test.each([
  ['nothing has failed', '', [], always, false],
  ['one has failed', '', failed(1), never, false],
  ['many have failed while the machine stood still', '', failed(9), always, true],
  ['three have failed on CI', 'true', failed(3), never, true],
  ['four have failed on CI', 'true', failed(4), never, false],
  ['something beyond tests has failed', 'true', [{ text: 'an error' }], always, false],
])('where %s', (_what, ci, failures, stalls, expected) => {
  vi.stubEnv('CI', ci)

  expect(mayRunAgain(failures, stalls)).toBe(expected)
})
