import type { Subscription } from '#api/subscription.ts'
import type { Translator } from '#i18n/messages.ts'
import { PRO } from './plan-name.ts'
import { planWords } from './plan-words.ts'
import type { Standing } from './standing.ts'

/** The sentence about a member's own plan: until when, and why. */
export function standingWords(translator: Translator, standing: Standing): string {
  if (standing.kind === 'pro') return runningWords(translator, standing.subscription)
  if (standing.kind === 'free' && standing.last) return endedWords(translator, standing.last)

  return ''
}

function runningWords({ t, date }: Translator, subscription: Subscription | null): string {
  const { status, renews_at, trial_ends_at, ends_at } = subscription ?? {}
  const day = (time: string) => ({ date: date(new Date(time), { dateStyle: 'long' }) })

  if (status === 'past_due') return t('pricing.standing.pastDue')
  if (status === 'paused') return t('pricing.standing.paused')
  if (status === 'cancelled' && ends_at) return t('pricing.standing.cancelled', day(ends_at))
  if (status === 'on_trial' && trial_ends_at) {
    return t('pricing.standing.onTrial', day(trial_ends_at))
  }

  return renews_at
    ? t('pricing.standing.active', day(renews_at))
    : t('pricing.standing.activeUndated')
}

function endedWords({ t, date }: Translator, { status, ends_at, plan }: Subscription): string {
  const name = plan ? planWords(t, plan).name : PRO

  if (status === 'unpaid') return t('pricing.standing.unpaid', { plan: name })
  if (!ends_at) return t('pricing.standing.endedUndated', { plan: name })

  const ended = date(new Date(ends_at), { dateStyle: 'long' })
  return t('pricing.standing.ended', { plan: name, date: ended })
}
