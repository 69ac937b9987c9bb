import { expect, test } from 'vitest'
import { githubTokenReply } from './github-token.ts'

const TOKEN = { access_token: 'ghu_1', expires_at: '2026-05-04T12:00:00Z' }
const MISSING = { error: 'Not installed', code: 'GITHUB_APP_INSTALLATION_MISSING' }

test('a page takes the token and its end, and nothing else', () => {
  expect(githubTokenReply.parse({ ...TOKEN, type: 'github_app', renewed: true })).toEqual(TOKEN)
})

test('that the app is not installed is a reply too', () => {
  expect(githubTokenReply.parse(MISSING)).toEqual(MISSING)
})

test.each([
  [null],
  ['ghu_1'],
  [{}],
  [{ ...MISSING, code: 'ANOTHER' }],
  [{ ...TOKEN, access_token: null }],
  [{ ...TOKEN, expires_at: 7 }],
])('%j is no reply', (reply) => {
  expect(() => githubTokenReply.parse(reply)).toThrow(TypeError)
})
