import { expect, test } from 'vitest'
import { type Environment, readEnvironment } from './environment.ts'
import { readPlatformConfig } from './platform-config.ts'

test('without a registration nobody signs in with a provider', () => {
  expect(readConfig({}).providers).toEqual({
    github: null,
    githubStandby: null,
    google: null,
  })
})

test('an id and a secret are all it takes', () => {
  const { providers } = readConfig({
    GITHUB_APP_CLIENT_ID: 'a',
    GITHUB_APP_CLIENT_SECRET: 'b',
    GOOGLE_CLIENT_ID: 'c, d',
    GOOGLE_CLIENT_SECRET: 'e',
  })

  expect(providers).toMatchObject({
    github: {
      clientId: 'a',
      clientSecret: 'b',
      webUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
    },
    google: { clientIds: ['c', 'd'], clientSecret: 'e', issuer: 'https://accounts.google.com' },
  })
})

test.each([
  ['GITHUB_APP_CLIENT_ID', 'GITHUB_APP_CLIENT_SECRET'],
  ['GITHUB_APP_CLIENT_SECRET', 'GITHUB_APP_CLIENT_ID'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
])('%s alone is half a registration', (value, missing) => {
  expect(() => readConfig({ [value]: 'a-value' })).toThrow(`${missing} is missing`)
})

function readConfig(environment: Environment) {
  const env = readEnvironment(environment)
  const config = readPlatformConfig(env, { name: 'test', title: 'Test' })
  env.refuseProblems()

  return config
}
