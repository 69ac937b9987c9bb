import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import type { CheckoutState, Subscription } from '#checkout/state/objects.ts'
import { announce, type WebhookEvent } from '#checkout/webhooks/announce.ts'
import { EXPIRES_AFTER_UNPAID_MS, expire, renew, retry } from './renewals.ts'
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
    try {
      for (let next = firstStep(state, now); next; next = firstStep(state, now)) {
        next.step.play(shopAt(needs, state, next.step.at, events), next.subscription)
      }
      return work(shopAt(needs, state, now, events))
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
  if (firstStep(needs.memory.shop.state, needs.clock.now())) await act(needs, () => undefined)
}

/** Moves the shared clock to just after this time, and plays the steps until then. */
export async function advanceTo(needs: CheckoutNeeds, at: number): Promise<void> {
  const missing = at - needs.clock.now()
  if (missing >= 0) await needs.clock.shift(needs.clock.offsetMs() + missing + 1_000)
  await catchUp(needs)
}

type Step = { at: number; play(shop: Shop, subscription: Subscription): void }

function firstStep({ subscriptions }: CheckoutState, now: number) {
  let first: { step: Step; subscription: Subscription } | undefined
  for (const subscription of subscriptions) {
    const step = nextStep(subscription)
    if (!step || step.at > now || (first && first.step.at <= step.at)) continue
    first = { step, subscription }
  }

  return first
}

/** The next scheduled step of a subscription, if any. */
function nextStep({ status, renewsAt, endsAt }: Subscription): Step | null {
  switch (status) {
    case 'on_trial':
    case 'active':
    case 'paused':
      return { at: renewsAt, play: renew }
    case 'past_due':
      return { at: renewsAt, play: retry }
    case 'unpaid':
      // The renewal date stays at the last retry.
      return { at: renewsAt + EXPIRES_AFTER_UNPAID_MS, play: expire }
    case 'cancelled':
      return { at: endsAt ?? renewsAt, play: expire }
    case 'expired':
      return null
  }
}
