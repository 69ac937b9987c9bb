// Separate from the schemas, so that the first screen does not download zod.

/** `free`: payments are paused and access stays. `void`: access is paused too. */
export const PAUSE_MODES = ['free', 'void'] as const

/** The provider's statuses of an invoice. The list may be incomplete. */
export const INVOICE_STATUSES = ['pending', 'paid', 'void', 'refunded', 'partial_refund'] as const

/** Cancellation reasons in display order. */
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

/** Pages of the provider that `billing-portal` opens. */
export const PORTAL_PAGES = ['portal', 'payment_method', 'plan'] as const

export type PortalPage = (typeof PORTAL_PAGES)[number]
