import { AppError } from '@app/platform/errors/app-error.ts'

export const subscriptionNotFound = () =>
  new AppError('subscription_not_found', 404, 'Subscription not found')

export const changedMeanwhile = () =>
  new AppError(
    'changed_meanwhile',
    409,
    'Somebody else changed this in the meantime. You now see the latest state.',
  )

export const alreadyAssigned = () =>
  new AppError('already_assigned', 409, 'This payment belongs to an account already')

// Refunds

export const paymentNotFound = () => new AppError('payment_not_found', 404, 'Payment not found')

export const refundTooLarge = () =>
  new AppError('refund_too_large', 409, 'This is more than what is left of the payment')

export const refundPending = () =>
  new AppError('refund_pending', 409, 'An earlier refund of this payment is not confirmed yet')

export const refundRefused = () =>
  new AppError('refund_refused', 409, 'The payment provider refused the refund')

export const refundUnknown = () =>
  new AppError(
    'refund_unknown',
    503,
    'The payment provider has not confirmed the refund. We ask again in two minutes; do not repeat it.',
  )

// Plans

export const planNotFound = () => new AppError('plan_not_found', 404, 'Plan not found')

export const freePlanStays = () =>
  new AppError('free_plan_stays', 409, 'The free plan stays on sale and has no variant')

export const planHasSubscribers = () =>
  new AppError(
    'plan_has_subscribers',
    409,
    'This plan has subscribers, so its variant stays. Retire it and add another plan.',
  )

export const planNameWrong = () =>
  new AppError(
    'plan_name_wrong',
    400,
    'The name of a monthly plan says "Monthly", that of a yearly one "Annual" or "Yearly"',
  )

export const variantInUse = () =>
  new AppError('variant_in_use', 409, 'Another plan has this variant')

/** Also for a variant that is sold once or by the week. */
export const variantUnknown = () =>
  new AppError(
    'variant_unknown',
    409,
    'The payment provider has no monthly or yearly price for this variant',
  )

/** No plan of ours has the variant of the bought subscription. */
export const noPlanOfVariant = () =>
  new AppError('variant_unknown', 409, 'No plan has the variant of this subscription')
