import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

test('tokens are cut short wherever they stand, everything else is shown', () => {
  const answer = [
    {
      access_token: 'ghu_0123456789',
      inner: { token: 'ghs_abcdefghij', permissions: { contents: 'write' } },
      refresh_token: null,
      full_name: 'mia/timer-wall',
    },
  ]

  expect(maskSecrets(answer)).toEqual([
    {
      access_token: 'ghu_0123…',
      inner: { token: 'ghs_abcd…', permissions: { contents: 'write' } },
      refresh_token: null,
      full_name: 'mia/timer-wall',
    },
  ])
})
