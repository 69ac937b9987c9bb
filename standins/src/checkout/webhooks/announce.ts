import { createHmac } from 'node:crypto'
import type { Resource } from '#checkout/shapes/resource.ts'
import type { Delivery, WebhookSettings } from '#checkout/state/deliveries.ts'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import { WEBHOOK_PATH, WEBHOOK_SECRET } from '#checkout/state/objects.ts'
import { postWebhook } from '#runtime/post-webhook.ts'

export type WebhookEvent = {
  name: string
  object: Resource
  customData: Record<string, string> | null
  testMode: boolean
  happenedAt: number
}

/**
 * Sends events to the product, in the background. The deliveries exist when this returns; the promise resolves when
 * they are stored.
 */
export async function announce(
  needs: CheckoutNeeds,
  events: readonly WebhookEvent[],
): Promise<void> {
  const { deliveries } = needs.memory
  const settings = deliveries.settings()
  if (events.length === 0) return
  // One time for all: deliveries are sent by due time, so a later one would undo the ordered order.
  const now = needs.clock.now()
  const made = events.map((event) => deliveryOf(event, settings, now))
  const ordered = settings.isReversed ? made.toReversed() : made
  const stored = deliveries.add(ordered.flatMap((one) => Array(settings.copies).fill(one)))
  void deliveries.enqueue(() => sendDue(needs))

  await stored
}

function deliveryOf(event: WebhookEvent, settings: WebhookSettings, now: number) {
  const { held, lose, delayMs, signature } = settings
  const { name, object, customData, testMode, happenedAt } = event
  const isSent = !held && !lose
  const unsent = lose ? ('lost' as const) : ('held' as const)

  return {
    event: name,
    objectId: object.id,
    payload: JSON.stringify({
      meta: {
        test_mode: testMode,
        event_name: name,
        ...(customData && { custom_data: customData }),
        webhook_id: '1',
      },
      data: object,
    }),
    happenedAt,
    dueAt: isSent ? now + delayMs : null,
    tries: 0,
    state: isSent ? ('waiting' as const) : unsent,
    signature,
  }
}

const RETRY_AFTER_MS = [5_000, 25_000, 125_000]

/** Sends what is due by the shared clock, one after the other. */
export async function sendDue(needs: CheckoutNeeds): Promise<void> {
  const { deliveries } = needs.memory

  for (;;) {
    const delivery = deliveries.nextDue(needs.clock.now())
    if (!delivery) return
    const isDelivered = await attempt(needs, delivery)

    void deliveries.change(() => {
      const retryAfterMs = RETRY_AFTER_MS[delivery.tries]
      delivery.tries += 1
      const isRetried = !isDelivered && retryAfterMs !== undefined
      delivery.dueAt = isRetried ? needs.clock.now() + retryAfterMs : null
      if (!isDelivered) delivery.state = isRetried ? 'waiting' : 'failed'
    })
  }
}

/** Sends those that were held, in the order that the settings ask for. */
export async function releaseHeld(needs: CheckoutNeeds): Promise<void> {
  const { deliveries } = needs.memory
  const held = deliveries.all().filter(({ state }) => state === 'held')
  const { isReversed, signature } = deliveries.settings()
  const ordered = isReversed ? held : held.toReversed()
  const now = needs.clock.now()

  await deliveries.change(() => {
    for (const [i, delivery] of ordered.entries()) {
      delivery.state = 'waiting'
      // Fractions of a millisecond keep the order.
      delivery.dueAt = now - 1 + i / ordered.length
      delivery.signature = signature
    }
  })
  void deliveries.enqueue(() => sendDue(needs))
}

/** Sends one again, as the vendor's dashboard can. Returns false if it is unknown. */
export async function resend(needs: CheckoutNeeds, id: number): Promise<boolean> {
  const { deliveries } = needs.memory
  const delivery = deliveries.byId(id)
  if (!delivery) return false

  await deliveries.enqueue(async () => {
    await attempt(needs, delivery)
  })
  return true
}

/** Sends one delivery once. Only status 200 counts as delivered. */
async function attempt(
  { product, memory: { deliveries } }: CheckoutNeeds,
  delivery: Delivery,
): Promise<boolean> {
  const statusCode = product.url
    ? await postWebhook(product.url + WEBHOOK_PATH, headersFor(delivery), delivery.payload)
    : 0
  const isDelivered = statusCode === 200

  // Not awaited: writes in a row then share one file operation.
  void deliveries.change(() => {
    delivery.attempts.push({ statusCode })
    if (isDelivered) Object.assign(delivery, { state: 'delivered', dueAt: null })
  })

  return isDelivered
}

function headersFor({ event, payload, signature: fault }: Delivery): Record<string, string> {
  const signature = (key: string) => createHmac('sha256', key).update(payload).digest('hex')
  const headers = {
    'user-agent': 'LemonSqueezy-Hookshot',
    'x-event-name': event,
  }
  if (fault === 'missing') return headers
  if (fault === 'wrong') return { ...headers, 'x-signature': signature(`not ${WEBHOOK_SECRET}`) }
  const right = signature(WEBHOOK_SECRET)

  return { ...headers, 'x-signature': fault === 'short' ? right.slice(0, 32) : right }
}
