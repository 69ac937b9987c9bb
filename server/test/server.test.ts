import { memberWithSession } from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { startAuth } from './auth-server.ts'
import { startTestServer } from './test-server.ts'

test('a body of 10 MB is refused while others are served', async () => {
  const { url } = await startTestServer()
  const huge = new Uint8Array(10 * 1024 * 1024)

  const [refused, served] = await Promise.all([
    fetch(`${url}/healthz`, { method: 'POST', body: huge }),
    fetch(`${url}/healthz`),
  ])

  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual({
    error: 'The body is larger than 1048576 bytes',
    code: 'body_too_large',
  })
  expect(served.status).toBe(200)
})

test('the product’s functions live at /functions/v1, and no key is asked for', async () => {
  const { url } = await startTestServer()

  const answer = await fetch(`${url}/functions/v1/newsletter-subscription`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
})

test('pages contain the publishable key', async () => {
  const auth = await startAuth()

  const page = await (await fetch(`${auth.url}/`)).text()

  expect(page).toContain(auth.keys.publishable)
  expect(page).not.toContain(auth.keys.secret)
})

test('a session handed on by another one makes no device known', async () => {
  const auth = await startAuth()
  const { id, session } = await memberWithSession(auth)
  const minted = await fetch(`${auth.url}/functions/v1/mint-extension-session`, {
    method: 'POST',
    headers: {
      apikey: auth.keys.publishable,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
    },
    body: '{}',
  })

  const devices = await auth.sql('select from auth.known_devices where user_id = $1', [id])

  expect(minted.status).toBe(200)
  expect(devices).toHaveLength(1)
})
