import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

test('the private key of a GitHub App may come without line breaks, or as base64', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const read = (GITHUB_APP_PRIVATE_KEY: string) =>
    readConfig({
      GITHUB_APP_CLIENT_ID: 'a',
      GITHUB_APP_CLIENT_SECRET: 'b',
      GITHUB_APP_PRIVATE_KEY,
    }).githubApp.privateKey

  expect(read(pem)).toBe(pem.trim())
  expect(read(pem.replaceAll('\n', '\\n'))?.trim()).toBe(pem.trim())
  expect(read(Buffer.from(pem).toString('base64'))).toBe(pem)
  expect(() => read('-----BEGIN NONSENSE-----')).toThrow('GITHUB_APP_PRIVATE_KEY must be')
})
