import * as z from 'zod/mini'
import { CANCELLATION_COMMENT_MAX, CANCELLATION_REASONS, PORTAL_PAGES } from './billing-words.ts'
import { id } from './id.ts'
import { storable } from './storable.ts'

const address = z.optional(z.string().check(z.minLength(1), z.maxLength(2000)))

/** Addresses may be paths. By default the provider redirects to `/upgrade?checkout=success`. */
export const createCheckoutBody = z.object({
  planId: id,
  successUrl: address,
  /** Checked like the other, but not sent: the provider does not support it. */
  cancelUrl: address,
})

export type CreateCheckoutBody = z.infer<typeof createCheckoutBody>

/** The subscription to act on. It must be the caller's own, regardless of `userId`. */
const subscriptionOf = { subscriptionId: id, userId: id }

export const cancelSubscriptionBody = z.object({
  ...subscriptionOf,
  reason: z.nullish(z.enum(CANCELLATION_REASONS)),
  comment: z.nullish(z.string().check(z.maxLength(CANCELLATION_COMMENT_MAX), storable)),
})

export type CancelSubscriptionBody = z.infer<typeof cancelSubscriptionBody>

export const resumeSubscriptionBody = z.object(subscriptionOf)

export type ResumeSubscriptionBody = z.infer<typeof resumeSubscriptionBody>

export const changePlanBody = z.object({
  ...subscriptionOf,
  planId: id,
  /** True: changes nothing, and the reply estimates the cost. */
  preview: z.optional(z.boolean()),
})

export type ChangePlanBody = z.infer<typeof changePlanBody>

export const billingPortalBody = z.object({ ...subscriptionOf, place: z.enum(PORTAL_PAGES) })

export type BillingPortalBody = z.infer<typeof billingPortalBody>

const orderReference = z.nullish(z.string().check(z.maxLength(200)))

/** The ids that the provider appended to the return URL. A value containing `[` was not filled in and counts as absent. */
export const refreshSubscriptionBody = z.object({
  orderId: orderReference,
  orderIdentifier: orderReference,
})

export type RefreshSubscriptionBody = z.infer<typeof refreshSubscriptionBody>
