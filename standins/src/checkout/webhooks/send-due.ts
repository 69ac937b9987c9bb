import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { attempt } from './attempt.ts'

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
  const ordered = deliveries.settings.isReversed ? held : held.toReversed()
  const now = needs.clock.now()

  await deliveries.change(() => {
    for (const [i, delivery] of ordered.entries()) {
      delivery.state = 'waiting'
      // Fractions of a millisecond keep the order.
      delivery.dueAt = now - 1 + i / ordered.length
      delivery.signature = deliveries.settings.signature
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
