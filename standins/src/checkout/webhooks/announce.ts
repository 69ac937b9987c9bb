import type { Resource } from '#checkout/shapes/resource.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { sendDue } from './send-due.ts'

export type WebhookEvent = {
  name: string
  object: Resource
  customData: Record<string, string> | null
  storeId: number
  testMode: boolean
  happenedAt: number
}

/**
 * Sends events to the webhooks that want them, in the background. The deliveries exist when this returns; the promise
 * resolves when they are stored.
 */
export async function announce(
  needs: CheckoutNeeds,
  events: readonly WebhookEvent[],
): Promise<void> {
  const { deliveries, shop } = needs.memory
  const { settings } = deliveries
  // One time for all: deliveries are sent by due time, so a later one would undo the ordered order.
  const now = needs.clock.now()
  const made = shop.state.webhooks.flatMap((webhook) =>
    events
      .filter(({ name }) => webhook.events.includes(name))
      .map((event) => deliveryOf(needs, webhook.id, event, now)),
  )
  if (made.length === 0) return
  const ordered = settings.isReversed ? made.toReversed() : made
  const stored = deliveries.add(ordered.flatMap((one) => Array(settings.copies).fill(one)))
  void deliveries.enqueue(() => sendDue(needs))

  await stored
}

/** For events the provider does not know: every webhook gets them. */
export async function announceAnything(needs: CheckoutNeeds, event: WebhookEvent): Promise<void> {
  const { deliveries, shop } = needs.memory
  const now = needs.clock.now()
  const stored = deliveries.add(
    shop.state.webhooks.map(({ id }) => deliveryOf(needs, id, event, now)),
  )
  void deliveries.enqueue(() => sendDue(needs))

  await stored
}

function deliveryOf(
  { memory }: CheckoutNeeds,
  webhookId: number,
  event: WebhookEvent,
  now: number,
) {
  const { held, lose, delayMs, signature } = memory.deliveries.settings
  const { name, object, customData, testMode, happenedAt } = event
  const isSent = !held && !lose
  const unsent = lose ? ('lost' as const) : ('held' as const)

  return {
    webhookId,
    event: name,
    objectType: object.type,
    objectId: object.id,
    payload: JSON.stringify({
      meta: {
        test_mode: testMode,
        event_name: name,
        ...(customData && { custom_data: customData }),
        webhook_id: String(webhookId),
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
