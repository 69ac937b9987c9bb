import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLocalExpiry } from './local-expiry.ts'

const NOW_S = 1_800_000_000
const TOKEN = 'https://gitferry.test/auth/v1/token?grant_type=refresh_token'

beforeEach(() => void vi.useFakeTimers({ now: NOW_S * 1000 }))
afterEach(() => void vi.useRealTimers())

test('a session of a server whose clock is a day behind ends in an hour by this one', async () => {
  const session = { access_token: 'token', expires_in: 3600, expires_at: NOW_S - 86_400 + 3600 }
  const send = withLocalExpiry(async () => Response.json(session))

  const reply = await (await send(TOKEN)).json()

  expect(reply).toEqual({ ...session, expires_at: NOW_S + 3600 })
})

test.each([
  ['a refusal', TOKEN, Response.json({ expires_at: 1, expires_in: 1 }, { status: 400 })],
  ['no session', TOKEN, Response.json({ id: 'somebody' })],
  ['no JSON', TOKEN, new Response('<html>')],
  [
    'another request',
    'https://gitferry.test/auth/v1/user',
    Response.json({ expires_at: 1, expires_in: 1 }),
  ],
])('%s passes as it is', async (_, address, answer) => {
  const send = withLocalExpiry(async () => answer)

  expect(await send(address)).toBe(answer)
})
