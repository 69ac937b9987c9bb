import type { Subscription } from '#api/subscription.ts'
import type { Translator } from '#i18n/messages.ts'
import type { CurrentPlan } from './current-plan.ts'
import { PRO } from './plan-name.ts'
import { planWords } from './plan-words.ts'

/** The sentence about a member's own plan: until when, and why. */
export function currentPlanText(translator: Translator, current: CurrentPlan): string {
  if (current.kind === 'pro') return runningWords(translator, current.subscription)
  if (current.kind === 'free' && current.last) return endedWords(translator, current.last)

  return ''
}

function runningWords({ t, date }: Translator, subscription: Subscription | null): string {
  const { status, renews_at, trial_ends_at, ends_at } = subscription ?? {}
  const day = (time: string) => ({ date: date(new Date(time), { dateStyle: 'long' }) })

  if (status === 'past_due') return t('pricing.state.pastDue')
  if (status === 'paused') return t('pricing.state.paused')
  if (status === 'cancelled' && ends_at) return t('pricing.state.cancelled', day(ends_at))
  if (status === 'on_trial' && trial_ends_at) {
    return t('pricing.state.onTrial', day(trial_ends_at))
  }

  return renews_at ? t('pricing.state.active', day(renews_at)) : t('pricing.state.activeUndated')
}

function endedWords({ t, date }: Translator, { status, ends_at, plan }: Subscription): string {
  const name = plan ? planWords(t, plan).name : PRO

  if (status === 'unpaid') return t('pricing.state.unpaid', { plan: name })
  if (!ends_at) return t('pricing.state.endedUndated', { plan: name })

  const ended = date(new Date(ends_at), { dateStyle: 'long' })
  return t('pricing.state.ended', { plan: name, date: ended })
}
