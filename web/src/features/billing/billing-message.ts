import { CodedError } from '#api/errors/coded-error.ts'
import { userMessage } from '#api/errors/user-message.ts'
import type { MessageKey, Translator } from '#i18n/messages.ts'

// In English these are the server's own texts.
const MESSAGES: Partial<Record<string, MessageKey>> = {
  already_subscribed: 'subscription.errors.alreadySubscribed',
  billing_not_configured: 'subscription.errors.notConfigured',
  billing_unavailable: 'subscription.errors.unavailable',
  change_in_portal: 'subscription.errors.changeInPortal',
  nothing_to_cancel: 'subscription.errors.nothingToCancel',
  nothing_to_resume: 'subscription.errors.nothingToResume',
  payment_first: 'subscription.errors.paymentFirst',
  plan_not_for_sale: 'subscription.errors.notForSale',
  plan_not_found: 'subscription.errors.planNotFound',
  resume_first: 'subscription.errors.resumeFirst',
  subscription_not_found: 'subscription.errors.subscriptionNotFound',
}

/** Why buying, changing or cancelling failed. */
export function billingMessage(t: Translator['t'], error: unknown, fallback: MessageKey): string {
  const known = error instanceof CodedError ? MESSAGES[error.code] : undefined

  return known ? t(known) : userMessage(t, error, fallback)
}
