// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileAddress } from '#api/sign-in/load-profile.ts'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { askEarly } from './early-requests.ts'
import { storageKey } from './stored-session.ts'

const ID = 'c0ffee00-0000-4000-8000-000000000001'
const asked = vi.fn(async (_url: RequestInfo | URL, _init?: RequestInit) => Response.json([]))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  document.body.innerHTML = configScript(exampleConfig)
  signIn('token-1')
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  asked.mockClear()
})

test('what was asked early is not asked again, once', async () => {
  askEarly([profileAddress('OWN_ID')])
  expect(asked).toHaveBeenCalledTimes(1)

  await authorizedFetch(profileUrl())
  expect(asked).toHaveBeenCalledTimes(1)

  await authorizedFetch(profileUrl())
  expect(asked).toHaveBeenCalledTimes(2)
})

test('another member does not get the answer', async () => {
  askEarly([profileAddress('OWN_ID')])
  signIn('token-2')

  await authorizedFetch(profileUrl())

  expect(asked).toHaveBeenCalledTimes(2)
})

test('an answer that nobody took in time is asked again', async () => {
  askEarly([profileAddress('OWN_ID')])
  vi.advanceTimersByTime(11_000)

  await authorizedFetch(profileUrl())

  expect(asked).toHaveBeenCalledTimes(2)
})

test('a visitor asks nothing early', () => {
  localStorage.clear()

  askEarly([profileAddress('OWN_ID')])

  expect(asked).not.toHaveBeenCalled()
})

const profileUrl = () => exampleConfig.apiUrl + profileAddress(ID)

function signIn(token: string) {
  const session = { access_token: token, expires_at: Date.now() / 1000 + 3600, user: { id: ID } }
  localStorage.setItem(storageKey(), JSON.stringify(session))
}
