// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { finishAuthorization } from '#api/github/connection.ts'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import type { CallbackFailure } from './callback-failure.ts'
import { rememberState } from './connection-memory.ts'
import { checkedCode } from './finish-connection.ts'

const NOW = Date.parse('2026-05-04T12:00:00Z')
const MINUTE = 60_000

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('the code is taken when the state is the one that was sent', () => {
  rememberState('right', NOW - 9 * MINUTE)

  expect(check('code=abc&state=right')).toBe('abc')
})

test('a foreign state is refused', () => {
  rememberState('right', NOW)

  expect(check('code=abc&state=wrong')).toBe('wrong-state')
  expect(check('code=abc')).toBe('wrong-state')
})

test('a state that nobody remembers, or only too long ago, stops nobody', () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()

  expect(check('code=abc&state=any')).toBe('abc')
  expect(warned).toHaveBeenCalledOnce()

  rememberState('old', NOW - 10 * MINUTE - 1)

  expect(check('code=abc&state=any')).toBe('abc')
  expect(sessionStorage.length).toBe(0)
})

test("GitHub's own refusal comes first, then a missing code", () => {
  rememberState('right', NOW)

  expect(check('error=access_denied&code=abc&state=wrong')).toBe('refused')
  expect(check('state=wrong')).toBe('no-code')
})

test.each([
  [{ github_username: 'octo' }, null],
  [{ success: true, github_username: 'octo', installation_id: 'later' }, null],
  [{ success: true }, 'unexpected_reply'],
  [{ github_username: 7 }, 'unexpected_reply'],
])('a reply needs the name at GitHub and nothing else: %j', async (reply, code) => {
  vi.stubGlobal('fetch', async () => Response.json(reply))
  document.body.innerHTML = configScript(exampleConfig)

  const failure = await finishAuthorization({ code: 'abc', state: 'right' }).then(
    () => null,
    (error: { code: string }) => error.code,
  )

  expect(failure).toBe(code)
})

/** The code, or the reason why it is not taken. */
function check(query: string): string {
  try {
    return checkedCode(new URLSearchParams(query), NOW)
  } catch (error) {
    return (error as CallbackFailure).reason
  }
}
