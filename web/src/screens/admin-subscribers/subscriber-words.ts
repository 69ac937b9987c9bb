import type { AdminPlan, ProviderMoney, Subscriber } from '@app/contract/admin-billing'
import { hasEnded } from '@app/contract/subscription-states'
import { planName } from '#features/billing/plan-name.ts'
import { intervalText } from '#features/billing/price-text.ts'
import {
  badgeOf,
  dayText,
  type ShownState,
  stateOfWord,
} from '#features/billing/subscription-state.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

export const personName = (
  t: Translator['t'],
  { displayName, email }: { displayName: string | null; email: string | null },
): string => displayName || email || t('admin.billing.nameless')

/** Exact to the cent: admins compare it with the provider. */
export const moneyText = ({ number }: Translator, cents: number, currency: string): string =>
  number(cents / 100, { style: 'currency', currency })

type Priced = Pick<AdminPlan, 'priceCents' | 'currency' | 'interval'>

export const pricedAs = ({ cents, currency, interval }: ProviderMoney) => ({
  priceCents: cents,
  currency,
  interval: interval === 'year' ? ('year' as const) : ('month' as const),
})

/** "$4.00 per month"; no interval means a single charge. */
export function priceWords(translator: Translator, { priceCents, currency, interval }: Priced) {
  const price = moneyText(translator, priceCents, currency)
  if (interval === null) return price

  return translator.t('subscription.perInterval', {
    price,
    interval: intervalText(translator, interval),
  })
}

export const planWords = (t: Translator['t'], { name }: { name: string }) => planName(t, name)

/** The current meaning of the provider's status. */
export function stateOf({ status, hasAccess }: Subscriber): ShownState {
  return stateOfWord(status, hasEnded(status, hasAccess))
}

export const stateBadge = (subscriber: Subscriber) => badgeOf(stateOf(subscriber))

const SENTENCES: Partial<Record<ShownState, { dated: MessageKey; undated: MessageKey }>> = {
  on_trial: {
    dated: 'admin.billing.sentence.trial',
    undated: 'admin.billing.sentence.running',
  },
  active: {
    dated: 'admin.billing.sentence.active',
    undated: 'admin.billing.sentence.running',
  },
  past_due: {
    dated: 'admin.billing.sentence.pastDue',
    undated: 'admin.billing.sentence.pastDueUndated',
  },
  unpaid: {
    dated: 'admin.billing.sentence.unpaid',
    undated: 'admin.billing.sentence.unpaid',
  },
  cancelled: {
    dated: 'admin.billing.sentence.cancelled',
    undated: 'admin.billing.sentence.running',
  },
  ended: {
    dated: 'admin.billing.sentence.ended',
    undated: 'admin.billing.sentence.endedUndated',
  },
}

const PAUSED = {
  free: {
    dated: 'admin.billing.sentence.pausedFree',
    undated: 'admin.billing.sentence.pausedFreeUndated',
  },
  void: {
    dated: 'admin.billing.sentence.pausedVoid',
    undated: 'admin.billing.sentence.pausedVoidUndated',
  },
} as const

/** The member's own text (billing 3.1), rephrased for admins. */
export function sentenceOf(translator: Translator, subscriber: Subscriber): string {
  const { pauseMode, nextAt, endsAt, plan } = subscriber
  const state = stateOf(subscriber)
  const words = state === 'paused' ? PAUSED[pauseMode ?? 'void'] : SENTENCES[state]
  const moment = state === 'ended' ? endsAt : nextAt
  if (!words) return ''
  const price = moneyText(translator, plan.priceCents, plan.currency)

  return moment
    ? translator.t(words.dated, { date: dayText(translator, moment), price })
    : translator.t(words.undated)
}

/** Known statuses of the provider; others are shown unchanged. */
const PAYMENT: Partial<Record<string, MessageKey>> = {
  paid: 'admin.billing.payment.paid',
  pending: 'admin.billing.payment.pending',
  refunded: 'admin.billing.payment.refunded',
  partial_refund: 'admin.billing.payment.partialRefund',
  void: 'admin.billing.payment.void',
}

export function paymentWords(t: Translator['t'], status: string): string {
  const words = PAYMENT[status]

  return words ? t(words) : status
}

/** "Visa ·· 4242", "PayPal". */
export function cardWords({ cardBrand, cardLastFour, paymentProcessor }: Subscriber): string {
  if (cardLastFour) return `${capital(cardBrand ?? '')} ·· ${cardLastFour}`.trim()

  return paymentProcessor === 'paypal' ? 'PayPal' : ''
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
