import { generateKeyPairSync } from 'node:crypto'
import { readConfig } from '@app/server/config/read-config.ts'
import { expect, test } from 'vitest'

test('without a registration nobody signs in with a provider', () => {
  expect(readConfig({}).providers).toEqual({ github: null, google: null })
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
])('%s alone is half a registration', (given, missing) => {
  expect(() => readConfig({ [given]: 'a-value' })).toThrow(`${missing} is missing`)
})

test('the private key of a GitHub App may come without line breaks, or as base64', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const read = (GITHUB_APP_PRIVATE_KEY: string) =>
    readConfig({
      GITHUB_APP_CLIENT_ID: 'a',
      GITHUB_APP_CLIENT_SECRET: 'b',
      GITHUB_APP_PRIVATE_KEY,
    }).providers.github?.app.privateKey

  expect(read(pem)).toBe(pem.trim())
  expect(read(pem.replaceAll('\n', '\\n'))?.trim()).toBe(pem.trim())
  expect(read(Buffer.from(pem).toString('base64'))).toBe(pem)
  expect(() => read('-----BEGIN NONSENSE-----')).toThrow('GITHUB_APP_PRIVATE_KEY must be')
})
