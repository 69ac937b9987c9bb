// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { notSecretsOf } from './not-secrets.ts'

test('what is no secret is kept in this browser, for one member and one project, until it is taken back', async () => {
  await notSecretsOf('mia', 'tides').add('a1')
  await notSecretsOf('mia', 'tides').add('b2')
  await notSecretsOf('mia', 'tides').remove(['a1', 'never-there'])

  expect(await notSecretsOf('mia', 'tides').read()).toEqual(['b2'])
  expect(await notSecretsOf('mia', 'moon').read()).toEqual([])
  expect(await notSecretsOf('ana', 'tides').read()).toEqual([])
})
