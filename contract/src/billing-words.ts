// Apart from the schemas: the first screen reads these words and does not download zod for it.

/** `free`: payments are paused and access stays. `void`: access is paused too. */
export const PAUSE_MODES = ['free', 'void'] as const

/** The provider's words for the state of an invoice. Its list is not promised to be complete. */
export const INVOICE_STATUSES = ['pending', 'paid', 'void', 'refunded', 'partial_refund'] as const

/** Why a member cancels, in the order in which the reasons are offered. */
export const CANCELLATION_REASONS = [
  'too_expensive',
  'missing_feature',
  'unused',
  'switched_service',
  'quality',
  'temporary',
  'other',
] as const

export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

export const CANCELLATION_COMMENT_MAX = 1000

/** Pages of the provider that `billing-portal` leads to. */
export const PORTAL_PLACES = ['portal', 'payment_method', 'plan'] as const

export type PortalPlace = (typeof PORTAL_PLACES)[number]
