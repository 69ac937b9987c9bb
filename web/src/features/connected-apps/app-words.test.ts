import { expect, test } from 'vitest'
import { receiverOf } from './app-words.ts'

test.each([
  ['https://app.example/callback', 'app.example', false],
  ['https://app.example:8443/', 'app.example:8443', false],
  ['https://localhost.app.example/', 'localhost.app.example', false],
  ['http://127.0.0.1:33418/', '127.0.0.1:33418', true],
  ['http://[::1]:9000/cb', '[::1]:9000', true],
  ['cursor://mcp/oauth', 'cursor:', true],
  ['com.example.app:/callback', 'com.example.app:', true],
])('%s is received by %s', (uri, name, isLocal) => {
  expect(receiverOf(uri)).toEqual({ name, isLocal })
})
