import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { announce, type WebhookEvent } from '#checkout/webhooks/announce.ts'
import { isAnythingDue, playTime } from './play-time.ts'
import { type Shop, shopAt } from './shop.ts'

/** Plays due steps, makes the change, and announces the events of both. */
export async function act<Result>(
  needs: CheckoutNeeds,
  work: (shop: Shop) => Result,
): Promise<Result> {
  let stored: Promise<void> | undefined
  const saved = needs.memory.shop.change((state) => {
    const events: WebhookEvent[] = []
    const now = needs.clock.now()
    const shopAtTime = (at: number) => shopAt(needs, state, at, events)
    try {
      playTime(state, now, shopAtTime)
      return work(shopAtTime(now))
    } finally {
      stored = announce(needs, events)
    }
  })
  const result = await saved
  await stored

  return result
}

/** Plays due steps, if there are any. */
export async function catchUp(needs: CheckoutNeeds): Promise<void> {
  if (isAnythingDue(needs.memory.shop.state, needs.clock.now())) await act(needs, () => undefined)
}
