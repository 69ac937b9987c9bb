import * as z from 'zod/mini'
import { nonce, reason } from './admin.ts'
import { PAUSE_MODES } from './billing-words.ts'
import { id } from './id.ts'
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts'
import { isSqlTime } from './time.ts'

const subscriptionId = id
const cursor = z.optional(z.string().check(z.maxLength(500)))
const cents = z.int().check(z.minimum(0), z.maximum(9_999_999_999))
/** The provider's ids are numbers, stored as digits. */
const providerId = z.string().check(z.regex(/^\d{1,18}$/))

export const subscriberSorts = ['newest', 'next', 'amount'] as const

/** `ending`: cancelled, and ends within 30 days. `late`: past due or unpaid. `twice`: the member has two running subscriptions. */
export const subscriberGroups = ['ending', 'late', 'twice'] as const

const listFilter = {
  /** The beginning of an address, a name or a GitHub login, a whole id, or one of the provider's ids. */
  q: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(SUBSCRIPTION_STATUSES)),
  planId: z.optional(id),
  group: z.optional(z.enum(subscriberGroups)),
  sort: z.optional(z.enum(subscriberSorts)),
}

const listBody = z.object({ action: z.literal('list'), ...listFilter, after: cursor })

export type SubscribersFilter = Omit<z.infer<typeof listBody>, 'action' | 'after'>

export const PLAN_NAME_MAX = 80
export const PLAN_DESCRIPTION_MAX = 300
const PLAN_FEATURES_MAX = 20

/** Price, currency and interval come from the provider and cannot be sent. */
const planFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(PLAN_NAME_MAX)),
  description: z.nullable(z.string().check(z.trim(), z.maxLength(PLAN_DESCRIPTION_MAX))),
  features: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(PLAN_NAME_MAX)))
    .check(z.maxLength(PLAN_FEATURES_MAX)),
  sortOrder: z.int().check(z.minimum(0), z.maximum(10_000)),
  isOnSale: z.boolean(),
  variantId: z.nullable(providerId),
}

/**
 * The extension derives the interval from these words in the name, and searches for the year first.
 */
export function isNameFor(name: string, interval: string | null): boolean {
  const saysYear = /annual|yearly/i.test(name)
  if (interval === 'year') return saysYear

  return interval === null || (/monthly/i.test(name) && !saysYear)
}

const money = z.object({ cents, currency: z.string(), interval: z.nullable(z.string()) })

/** The provider's price. Only monthly and yearly intervals can be sold. */
export type ProviderMoney = z.infer<typeof money>

const savePlanBody = z.object({
  action: z.literal('save_plan'),
  /** Absent: a new plan. */
  plan: z.optional(
    z.object({ id, updatedAt: z.string().check(z.refine(isSqlTime, { error: 'Invalid time' })) }),
  ),
  ...planFields,
  /** The provider's price as shown to the admin, to be stored. */
  takesOver: z.optional(money),
  nonce,
})

/** `admin-billing`. */
export const adminBillingBody = z.discriminatedUnion('action', [
  listBody,
  /** The answer is a CSV file of at most 100,000 rows. */
  z.object({ action: z.literal('export'), ...listFilter }),
  z.object({ action: z.literal('get'), subscriptionId }),
  z.object({ action: z.literal('unclaimed'), after: cursor }),
  z.object({ action: z.literal('plans') }),
  /** Without an id, compares everything with the provider, in the background. */
  z.object({ action: z.literal('check'), subscriptionId: z.optional(subscriptionId) }),
  z.object({ action: z.literal('check_plans') }),
  z.object({ action: z.literal('assign'), providerId, userId: id, nonce }),
  z.object({ action: z.literal('cancel'), subscriptionId, reason, nonce }),
  z.object({ action: z.literal('resume'), subscriptionId, reason, nonce }),
  z.object({
    action: z.literal('refund'),
    paymentId: id,
    amountCents: cents.check(z.minimum(1)),
    /** The amount already refunded, as shown to the admin. If it has increased since, nothing is refunded. */
    refundedCents: cents,
    nonce,
  }),
  savePlanBody,
])

export type AdminBillingBody = z.infer<typeof adminBillingBody>

/** The body of one action, for example `AdminBillingAction<'refund'>`. */
export type AdminBillingAction<Name extends AdminBillingBody['action']> = Extract<
  AdminBillingBody,
  { action: Name }
>

const moment = z.nullable(z.string())
const text = z.nullable(z.string())

const person = z.object({ id: z.string(), email: text, displayName: text })

/** One line of the list. All times are ISO. */
const subscriber = z.object({
  id: z.string(),
  person: z.extend(person, { avatarUrl: text }),
  plan: z.object({
    id: z.string(),
    name: z.string(),
    priceCents: z.int(),
    currency: z.string(),
    interval: z.nullable(z.enum(['month', 'year'])),
  }),
  status: z.enum(SUBSCRIPTION_STATUSES),
  pauseMode: z.nullable(z.enum(PAUSE_MODES)),
  hasAccess: z.boolean(),
  /** The member has another running subscription. */
  isOneOfTwo: z.boolean(),
  /** Bought with the provider's test cards. */
  isTest: z.boolean(),
  /** When it renews, is retried or ends; null: nothing more happens. */
  nextAt: moment,
  endsAt: moment,
  /** Per month, before tax; null if nothing is charged now. */
  monthlyCents: z.nullable(z.int()),
  cardBrand: text,
  cardLastFour: text,
  paymentProcessor: text,
  lastPayment: z.nullable(
    z.object({ cents: z.int(), currency: z.string(), status: z.string(), createdAt: z.string() }),
  ),
  providerId: z.string(),
  /** Its page at the provider. */
  providerUrl: text,
  checkedAt: moment,
  createdAt: z.string(),
})

export type Subscriber = z.infer<typeof subscriber>

export const subscribersReply = z.object({
  items: z.array(subscriber),
  /** An opaque cursor; null at the end. */
  next: z.nullable(z.string()),
  count: z.int(),
  /** More exist than `count`. */
  isCapped: z.boolean(),
})

export type SubscribersReply = z.infer<typeof subscribersReply>

const payment = z.object({
  id: z.string(),
  providerId: z.string(),
  cents: z.int(),
  taxCents: z.int(),
  refundedCents: z.int(),
  currency: z.string(),
  status: z.string(),
  reason: text,
  /** A refund was requested, and its result is unknown. */
  isRefundPending: z.boolean(),
  createdAt: z.string(),
})

export type SubscriberPayment = z.infer<typeof payment>

/** Of `get`. */
export const subscriberReply = z.object({
  subscription: subscriber,
  payments: z.array(payment),
  /** The provider's events, without their content. */
  events: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      outcome: text,
      error: text,
      receivedAt: z.string(),
    }),
  ),
  /** The admins' actions. */
  audit: z.array(
    z.object({
      id: z.string(),
      actor: text,
      action: z.string(),
      details: z.record(z.string(), z.unknown()),
      createdAt: z.string(),
    }),
  ),
})

export type SubscriberReply = z.infer<typeof subscriberReply>

/** `address`: the confirmed address is the buyer's. `checkout`: began to buy this plan within the previous day. */
const unclaimed = z.object({
  providerId: z.string(),
  buyerName: text,
  buyerEmail: text,
  /** null: no plan of ours has the variant. */
  plan: text,
  variantId: text,
  status: text,
  providerUrl: text,
  boughtAt: moment,
  receivedAt: z.string(),
  suggestions: z.array(z.extend(person, { why: z.enum(['address', 'checkout']) })),
})

export type UnclaimedPayment = z.infer<typeof unclaimed>

/** Of `unclaimed`, newest first. */
export const unclaimedReply = z.object({
  items: z.array(unclaimed),
  next: text,
  count: z.int(),
  isCapped: z.boolean(),
})

export type UnclaimedReply = z.infer<typeof unclaimedReply>

const adminPlan = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  priceCents: z.int(),
  currency: z.string(),
  interval: z.nullable(z.enum(['month', 'year'])),
  features: z.array(z.string()),
  sortOrder: z.int(),
  isOnSale: z.boolean(),
  variantId: text,
  /** The plan costs nothing and is never retired. */
  isFree: z.boolean(),
  /** The number of subscriptions, including ended ones. */
  subscriberCount: z.int(),
  updatedAt: z.string(),
})

export type AdminPlan = z.infer<typeof adminPlan>

/** Reply of `plans` and `save_plan`. */
export const adminPlansReply = z.object({ plans: z.array(adminPlan) })

export type AdminPlansReply = z.infer<typeof adminPlansReply>

/** Reply of `check_plans`: the provider's price of each plan with a variant; null: no such variant. */
export const checkPlansReply = z.object({
  prices: z.array(z.object({ planId: z.string(), theirs: z.nullable(money), isSame: z.boolean() })),
})

export type CheckPlansReply = z.infer<typeof checkPlansReply>

/** Reply of `check`; null while everything is compared. */
export const checkReply = z.object({ hasChanged: z.nullable(z.boolean()) })

export type CheckReply = z.infer<typeof checkReply>

/** Reply of `refund`: the total refunded so far. */
export const refundReply = z.object({ refundedCents: z.int() })

export type RefundReply = z.infer<typeof refundReply>
