import { expect, test } from 'vitest'
import { sessionStorageKey } from './session-storage-key.ts'

test.each([
  ['gitferry.example', 'sb-gitferry-auth-token'],
  ['www.gitferry.example', 'sb-www-auth-token'],
  ['localhost', 'sb-localhost-auth-token'],
  ['127.0.0.1', 'sb-127-auth-token'],
])('the session of %s is kept under %s', (hostname, key) => {
  expect(sessionStorageKey(hostname)).toBe(key)
})
