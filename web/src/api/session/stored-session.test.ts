// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { freshSession, hasStoredSession, timeLeftMs } from './stored-session.ts'

const NOW = new Date('2026-02-03T04:05:06Z')
const NOW_S = NOW.getTime() / 1000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  document.body.innerHTML = configScript(exampleConfig)
  localStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a session with time left is good without asking anybody', () => {
  store({ access_token: 'token', expires_at: NOW_S + 3600 })

  const session = freshSession()

  expect(session?.access_token).toBe('token')
  expect(session && timeLeftMs(session)).toBe(3_510_000)
})

test.each([
  ['about to end', JSON.stringify({ access_token: 'token', expires_at: NOW_S + 90 })],
  ['without an end', JSON.stringify({ access_token: 'token' })],
  ['not a session', '{"theme":"dark"}'],
  ['not even readable', '{'],
])('one that is %s is there, but not good', (_, text) => {
  localStorage.setItem('sb-gitferry-auth-token', text)

  expect(hasStoredSession()).toBe(true)
  expect(freshSession()).toBeNull()
})

test('a visitor has none', () => {
  expect(hasStoredSession()).toBe(false)
  expect(freshSession()).toBeNull()
})

function store(session: object) {
  localStorage.setItem('sb-gitferry-auth-token', JSON.stringify(session))
}
