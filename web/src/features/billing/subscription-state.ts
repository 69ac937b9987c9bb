import { meaningOf, type SubscriptionStatusWord } from '@app/contract/subscription-states'
import { isEnded, type Subscription } from '#api/billing/subscription.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { PRO, planName } from './plan-name.ts'
import { intervalText, priceText } from './price-text.ts'

/** The subject of toasts: the newest one replaces earlier ones. */
export const SUBJECT = 'subscription'

/** The meaning of a subscription's state for its member. One status of the provider can mean two of these. */
export type ShownState = 'none' | 'ended' | Exclude<SubscriptionStatusWord, 'expired'>

export function shownState(subscription: Subscription | null): ShownState {
  if (!subscription) return 'none'

  return stateOfWord(subscription.status, isEnded(subscription))
}

/** Without a known end date, only the provider's last status shows that it has ended. */
export const stateOfWord = (status: SubscriptionStatusWord, hasEnded = false): ShownState =>
  hasEnded || status === 'expired' ? 'ended' : status

/** The actions that the state allows. Without a subscription there are none. */
export const possibleIn = (state: ShownState) =>
  meaningOf(state === 'none' || state === 'ended' ? 'expired' : state)

const BADGES: Record<ShownState, { words: MessageKey; tone: 'positive' | 'notice' | 'plain' }> = {
  none: { words: 'subscription.badge.none', tone: 'plain' },
  on_trial: { words: 'subscription.badge.on_trial', tone: 'positive' },
  active: { words: 'subscription.badge.active', tone: 'positive' },
  past_due: { words: 'subscription.badge.past_due', tone: 'notice' },
  unpaid: { words: 'subscription.badge.unpaid', tone: 'notice' },
  cancelled: { words: 'subscription.badge.cancelled', tone: 'plain' },
  paused: { words: 'subscription.badge.paused', tone: 'plain' },
  ended: { words: 'subscription.badge.ended', tone: 'plain' },
}

export const badgeOf = (state: ShownState) => BADGES[state]

/** End, amount and reason in one sentence. */
export function stateText(translator: Translator, subscription: Subscription | null): string {
  const { t } = translator
  if (!subscription) return t('subscription.state.none')
  const { plan, renews_at, trial_ends_at, ends_at, pause_resumes_at, has_access } = subscription
  const dated = (moment: string | null, words: MessageKey, undated: MessageKey) =>
    moment
      ? t(words, { ...wordsOf(translator, plan), date: dayText(translator, moment) })
      : t(undated, wordsOf(translator, plan))

  switch (shownState(subscription)) {
    case 'on_trial':
      return dated(trial_ends_at, 'subscription.state.on_trial', 'subscription.state.activeUndated')
    case 'past_due':
      return dated(renews_at, 'subscription.state.past_due', 'subscription.state.pastDueUndated')
    case 'unpaid':
      return t('subscription.state.unpaid')
    case 'cancelled':
      return dated(ends_at, 'subscription.state.cancelled', 'subscription.state.activeUndated')
    case 'paused':
      return has_access
        ? dated(
            pause_resumes_at,
            'subscription.state.pausedFree',
            'subscription.state.pausedFreeUndated',
          )
        : dated(
            pause_resumes_at,
            'subscription.state.pausedVoid',
            'subscription.state.pausedVoidUndated',
          )
    case 'ended':
      return dated(ends_at, 'subscription.state.ended', 'subscription.state.endedUndated')
    default:
      return dated(renews_at, 'subscription.state.active', 'subscription.state.activeUndated')
  }
}

export const dayText = ({ date }: Translator, moment: string) =>
  date(new Date(moment), { dateStyle: 'long' })

function wordsOf(translator: Translator, plan: Subscription['plan']): Record<string, string> {
  if (!plan) return { plan: PRO, price: '', interval: '' }

  return {
    plan: planName(translator.t, plan.name),
    price: priceText(translator, plan.price, plan.currency),
    interval: intervalText(translator, plan.interval),
  }
}
