import { expect, test } from 'vitest'
import { type Callbacks, isRegistered } from './callbacks.ts'

const LOOPBACK: Callbacks = ['http://127.0.0.1/auth/v1/callback']

test.each([
  'http://127.0.0.1/auth/v1/callback',
  'http://127.0.0.1:3000/auth/v1/callback',
  'http://localhost:5173/auth/v1/callback',
  'http://app.localhost:8080/auth/v1/callback',
  'http://[::1]:3000/auth/v1/callback',
])('a callback without a port matches %s', (asked) => {
  expect(isRegistered(LOOPBACK, asked)).toBe(true)
})

test.each([
  'http://127.0.0.1:3000/auth/v1/callback/',
  'http://127.0.0.1:3000/auth/v1/callback?next=/x',
  'http://127.0.0.1:3000/auth/v1/callback#x',
  'http://127.0.0.1:3000/auth/v1/../v1/callback',
  'http://someone@127.0.0.1:3000/auth/v1/callback',
  'http://127.0.0.1.example.test/auth/v1/callback',
  'http://example.test/auth/v1/callback',
  'https://127.0.0.1:3000/auth/v1/callback',
  'javascript:alert(1)',
  '/auth/v1/callback',
  '',
])('but not for %s', (asked) => {
  expect(isRegistered(LOOPBACK, asked)).toBe(false)
})

test('it also matches that path at the product’s own addresses', () => {
  const ownUrls = ['https://app.example.test', 'https://api.example.test/base']
  const isRegisteredAt = (asked: string) => isRegistered(LOOPBACK, asked, ownUrls)

  expect(isRegisteredAt('https://app.example.test/auth/v1/callback')).toBe(true)
  expect(isRegisteredAt('https://api.example.test/base/auth/v1/callback')).toBe(true)
  expect(isRegisteredAt('https://api.example.test/auth/v1/callback')).toBe(false)
  expect(isRegisteredAt('https://app.example.test/auth/v1/callback/')).toBe(false)
})
