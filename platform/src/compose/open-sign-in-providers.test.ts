import { expect, test } from 'vitest'
import { machineClock } from '#clock/clock.ts'
import { openSignInProviders } from './open-sign-in-providers.ts'

const GITHUB = {
  webUrl: 'https://github.com',
  apiUrl: 'https://api.github.com',
  clientId: 'id',
  userAgent: 'test',
  clientSecret: 'secret',
}

test('only those with whom we are registered can be signed in with', () => {
  const none = openSignInProviders({ github: null, google: null }, machineClock)
  const one = openSignInProviders({ github: GITHUB, google: null }, machineClock)

  expect([...none.keys()]).toEqual([])
  expect([...one.keys()]).toEqual(['github'])
  expect(one.get('github')?.readIdToken).toBeNull()
})
