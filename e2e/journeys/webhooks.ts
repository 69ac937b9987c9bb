import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

/** The secret of the local payment provider. */
const SECRET = 'gitferry-local-webhook-secret'

/** Signed, but not what the provider documents: it is stored and fails. Answers the subscription's number. */
export async function sendBrokenEvent(page: Page): Promise<string> {
  const id = String(Math.floor(Math.random() * 1e9))
  const body = JSON.stringify({
    meta: { event_name: 'subscription_updated', test_mode: true },
    data: { type: 'subscriptions', id, attributes: { user_email: 'ada@example.test' } },
  })
  const answer = await page.request.post('/webhooks/lemon-squeezy', {
    data: body,
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    },
  })
  expect(answer.status()).toBe(200)

  return id
}
