// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionStorageKey, takeOverSession } from './session-storage-key.ts'

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://gitferry.example/login' })
  localStorage.clear()
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['https://gitferry.example', 'sb-gitferry-auth-token'],
  ['https://api.gitferry.example/base', 'sb-api-auth-token'],
  ['http://localhost:3000', 'sb-localhost-auth-token'],
  ['http://127.0.0.1:3000', 'sb-127-auth-token'],
])('the session of the API at %s is kept under %s', (apiUrl, key) => {
  expect(sessionStorageKey(apiUrl)).toBe(key)
})

test('a session under the former key is moved once', () => {
  localStorage.setItem('sb-gitferry-auth-token', 'mine')

  takeOverSession('sb-api-auth-token')
  takeOverSession('sb-api-auth-token')

  expect({ ...localStorage }).toEqual({ 'sb-api-auth-token': 'mine' })
})

test('a session under the present key is not replaced by an older one', () => {
  localStorage.setItem('sb-gitferry-auth-token', 'old')
  localStorage.setItem('sb-api-auth-token', 'new')

  takeOverSession('sb-api-auth-token')

  expect({ ...localStorage }).toEqual({ 'sb-api-auth-token': 'new' })
})

test('where both keys are one, the session stays', () => {
  localStorage.setItem('sb-gitferry-auth-token', 'mine')

  takeOverSession('sb-gitferry-auth-token')

  expect({ ...localStorage }).toEqual({ 'sb-gitferry-auth-token': 'mine' })
})
