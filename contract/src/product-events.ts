/** The events recorded for the admins' charts. The database refuses other names. */
export const PRODUCT_EVENTS = [
  'signed_up',
  'github_connected',
  'github_disconnected',
  'projects_synced',
  'push',
  'checkout_started',
  'upgraded',
  'cancelled',
  'resumed',
  'ended',
  'feedback_sent',
] as const

export type ProductEvent = (typeof PRODUCT_EVENTS)[number]
