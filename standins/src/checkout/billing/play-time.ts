import type { CheckoutState, Subscription } from '#checkout/state/objects.ts'
import { EXPIRES_AFTER_UNPAID_MS, expire, renew, retry } from './renewals.ts'
import type { Shop } from './shop.ts'
import { unpause } from './subscription-changes.ts'

type Step = { at: number; play(shop: Shop, subscription: Subscription): void }

/** Plays all steps that are due, in order, each at its own time. */
export function playTime(
  state: CheckoutState,
  now: number,
  shopAtTime: (at: number) => Shop,
): void {
  for (let next = firstStep(state, now); next; next = firstStep(state, now)) {
    next.step.play(shopAtTime(next.step.at), next.subscription)
  }
}

export const isAnythingDue = (state: CheckoutState, now: number) =>
  firstStep(state, now) !== undefined

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
function nextStep(subscription: Subscription): Step | null {
  const { status, renewsAt, endsAt, pause } = subscription

  switch (status) {
    case 'on_trial':
    case 'active':
      return { at: renewsAt, play: renew }
    case 'past_due':
      return { at: renewsAt, play: retry }
    case 'unpaid':
      // The renewal date stays at the last retry.
      return { at: renewsAt + EXPIRES_AFTER_UNPAID_MS, play: expire }
    case 'cancelled':
      return { at: endsAt ?? renewsAt, play: expire }
    case 'paused': {
      const resumesAt = pause?.resumesAt ?? Number.POSITIVE_INFINITY
      return resumesAt <= renewsAt
        ? { at: resumesAt, play: unpause }
        : { at: renewsAt, play: renew }
    }
    case 'expired':
      return null
  }
}
