import { createHmac } from 'node:crypto'
import { webhookUrl } from '#checkout/shapes/webhook-shape.ts'
import type { Delivery } from '#checkout/state/deliveries.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import type { Webhook } from '#checkout/state/objects.ts'

const LIMIT_MS = 10_000
const KEPT_BODY_CHARACTERS = 2_000

/** Sends one delivery once. Only status 200 counts as delivered. */
export async function attempt(needs: CheckoutNeeds, delivery: Delivery): Promise<boolean> {
  const { shop, deliveries } = needs.memory
  const webhook = shop.state.webhooks.find(({ id }) => id === delivery.webhookId)
  const url = webhook ? webhookUrl(needs, webhook) : null
  const requestHeaders = webhook ? headersFor(webhook, delivery) : {}
  const at = needs.clock.now()
  const outcome = url
    ? await post(url, requestHeaders, delivery.payload)
    : { statusCode: 0, responseBody: webhook ? 'no address is known' : 'the webhook was deleted' }
  const isDelivered = outcome.statusCode === 200

  // Not awaited: writes in a row then share one file operation.
  void deliveries.change(() => {
    delivery.attempts.push({ at, url: url ?? '', requestHeaders, ...outcome })
    if (isDelivered) Object.assign(delivery, { state: 'delivered', dueAt: null })
  })
  if (webhook) {
    void shop.change(() => {
      webhook.lastSentAt = at
    })
  }

  return isDelivered
}

function headersFor({ secret }: Webhook, { event, payload, signature: fault }: Delivery) {
  const signature = (key: string) => createHmac('sha256', key).update(payload).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'LemonSqueezy-Hookshot',
    'x-event-name': event,
  }
  if (fault === 'missing') return headers
  if (fault === 'wrong') return { ...headers, 'x-signature': signature(`not ${secret}`) }
  if (fault === 'short') return { ...headers, 'x-signature': signature(secret).slice(0, 32) }

  return { ...headers, 'x-signature': signature(secret) }
}

async function post(url: string, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })

    return {
      statusCode: reply.status,
      responseBody: (await reply.text()).slice(0, KEPT_BODY_CHARACTERS),
    }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { statusCode: 0, responseBody: isSlow ? 'timed out' : 'failed to connect' }
  }
}
