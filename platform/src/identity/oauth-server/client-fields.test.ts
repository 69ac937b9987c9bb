import { expect, test } from 'vitest'
import { redirectProblem } from './client-fields.ts'

test.each([
  'https://app.example/callback',
  'https://app.example/callback?tenant=1',
  'http://localhost:8976/callback',
  'http://127.0.0.1/',
  'http://[::1]:9000/cb',
  'com.example.app:/callback',
  'cursor://anysphere.cursor-mcp/oauth',
])('%s may be a redirect', (uri) => {
  expect(redirectProblem(uri)).toBeNull()
})

test.each([
  'http://app.example/callback',
  'http://localhost.app.example/',
  'https://app.example/callback#part',
  'https://app.example/callback#',
  'https://ada@app.example/',
  'https:\\\\app.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://app.example/1',
  'view-source:https://app.example/',
  '/callback',
  'app.example/callback',
  '',
  `https://app.example/${'x'.repeat(2048)}`,
])('%s may be none', (uri) => {
  expect(redirectProblem(uri)).not.toBeNull()
})
