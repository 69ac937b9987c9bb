import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'

export const notConfigured = () =>
  new AppError('billing_not_configured', 503, 'Billing is not set up')

const RETRY_AFTER_S = 5

/** The text comes from the contract. The cause is only logged. */
export const billingUnavailable = (cause: unknown) =>
  new AppError(
    'billing_unavailable',
    503,
    'The payment provider cannot be reached. Nothing was changed.',
    {
      cause,
      retryAfterS: (cause instanceof ProviderError && cause.retryAfterS) || RETRY_AFTER_S,
    },
  )

/** Provider calls on behalf of a member fail only with this error. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ProviderError ? billingUnavailable(error) : error
  }
}

// Errors of buying

export const planNotFound = () => new AppError('plan_not_found', 404, 'Plan not found')

export const planNotForSale = () =>
  new AppError('plan_not_for_sale', 422, 'This plan is not available for purchase')

export const badReturnAddress = () =>
  new AppError('bad_return_address', 400, 'The return address must be on this site')

export const alreadySubscribed = (subscriptionId: string) =>
  new AppError('already_subscribed', 409, 'You already have a subscription', {
    facts: { subscriptionId },
  })

// Errors with a subscription

/** The same error for an unknown id, another member's id, and another member's `userId`. */
export const subscriptionNotFound = () =>
  new AppError('subscription_not_found', 404, 'Subscription not found')

export const nothingToCancel = () =>
  new AppError('nothing_to_cancel', 409, 'No active subscription to cancel')

export const nothingToResume = () =>
  new AppError('nothing_to_resume', 409, 'No subscription to resume')

export const nothingToChange = () =>
  new AppError('nothing_to_change', 409, 'No active subscription to change')

export const paymentFirst = () =>
  new AppError('payment_first', 409, 'Update your payment method first')

export const resumeFirst = () => new AppError('resume_first', 409, 'Resume your subscription first')

export const changeInPortal = (url: string | null) =>
  new AppError('change_in_portal', 409, 'Change this plan with the payment provider', {
    facts: { url },
  })
