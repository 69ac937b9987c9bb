import { expect, test } from 'vitest'
import { type Callbacks, fullCallback, isRegistered } from './callbacks.ts'

const HOME: Callbacks = ['http://127.0.0.1/auth/v1/callback']
const FAR: Callbacks = ['https://app.example.test/auth/v1/callback']

test.each([
  'http://127.0.0.1/auth/v1/callback',
  'http://127.0.0.1:3000/auth/v1/callback',
  'http://localhost:5173/auth/v1/callback',
  'http://app.localhost:8080/auth/v1/callback',
  'http://[::1]:3000/auth/v1/callback',
])('a callback without a port stands for %s', (asked) => {
  expect(isRegistered(HOME, asked)).toBe(true)
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
  expect(isRegistered(HOME, asked)).toBe(false)
})

test('it also stands for that path at the product’s own addresses', () => {
  const homes = ['https://app.example.test', 'https://api.example.test/base']
  const isRegisteredAt = (asked: string) => isRegistered(HOME, asked, homes)

  expect(isRegisteredAt('https://app.example.test/auth/v1/callback')).toBe(true)
  expect(isRegisteredAt('https://api.example.test/base/auth/v1/callback')).toBe(true)
  expect(isRegisteredAt('https://api.example.test/auth/v1/callback')).toBe(false)
  expect(isRegisteredAt('https://app.example.test/auth/v1/callback/')).toBe(false)
  expect(isRegistered(FAR, `${homes[1]}/auth/v1/callback`, homes)).toBe(false)
})

test('a callback elsewhere is registered to the letter', () => {
  expect(isRegistered(FAR, FAR[0])).toBe(true)
  expect(isRegistered(FAR, `${FAR[0]}/`)).toBe(false)
  expect(isRegistered(FAR, 'https://app.example.test:8443/auth/v1/callback')).toBe(false)
})

test('who names no callback gets the first that says everything', () => {
  expect(fullCallback([...HOME, ...FAR])).toBe(FAR[0])
  expect(fullCallback(HOME)).toBeUndefined()
})
