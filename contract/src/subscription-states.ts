// Separate from the schemas, so that the first screen does not download zod.

type Meaning = {
  /** Whether it gives Pro: a cancelled one until its end, a paused one if only payments are paused. */
  access: 'yes' | 'until_end' | 'if_free' | 'no'
  /** Continues without action: renewed, or its payment retried. */
  isRunning: boolean
  /** Charged again at the end of its period. */
  isCharged: boolean
  /** A payment is missing. */
  isLate: boolean
  /** Not charged again unless resumed. */
  isOver: boolean
  canCancel: boolean
  canResume: boolean
  canPayOtherwise: boolean
  change: 'possible' | 'payment_first' | 'resume_first' | 'impossible'
}

const NOTHING: Meaning = {
  access: 'no',
  isRunning: false,
  isCharged: false,
  isLate: false,
  isOver: false,
  canCancel: false,
  canResume: false,
  canPayOtherwise: false,
  change: 'impossible',
}

const RUNNING: Meaning = {
  ...NOTHING,
  access: 'yes',
  isRunning: true,
  canCancel: true,
  change: 'possible',
}

const LATE = { isLate: true, canPayOtherwise: true, change: 'payment_first' } as const

/** The provider's statuses of a subscription, with their meanings. A new status needs a row here and its texts. */
export const SUBSCRIPTION_STATES = {
  on_trial: RUNNING,
  active: { ...RUNNING, isCharged: true, canPayOtherwise: true },
  paused: {
    ...NOTHING,
    access: 'if_free',
    canCancel: true,
    canResume: true,
    change: 'resume_first',
  },
  past_due: { ...RUNNING, ...LATE, isCharged: true },
  unpaid: { ...NOTHING, ...LATE, canCancel: true },
  cancelled: {
    ...NOTHING,
    access: 'until_end',
    isOver: true,
    canResume: true,
    change: 'resume_first',
  },
  expired: { ...NOTHING, isOver: true },
} satisfies Record<string, Meaning>

export type SubscriptionStatusWord = keyof typeof SUBSCRIPTION_STATES

export const SUBSCRIPTION_STATUSES = Object.keys(
  SUBSCRIPTION_STATES,
) as readonly SubscriptionStatusWord[] as readonly [
  SubscriptionStatusWord,
  ...SubscriptionStatusWord[],
]

export const meaningOf = (status: SubscriptionStatusWord): Meaning => SUBSCRIPTION_STATES[status]

type Question = {
  [Key in keyof Meaning]: Meaning[Key] extends boolean ? Key : never
}[keyof Meaning]

export const statusesThat = (question: Question): SubscriptionStatusWord[] =>
  SUBSCRIPTION_STATUSES.filter((status) => meaningOf(status)[question])

/** A cancelled subscription ends when it stops giving access; then another can be bought. */
export const hasEnded = (status: SubscriptionStatusWord, hasAccess: boolean | null): boolean =>
  status === 'expired' || (status === 'cancelled' && !hasAccess)
