import type { MessageKey } from './messages.ts'

/** Why somebody has to sign in again who did not sign out. */
export const ENDING_TEXTS = {
  signedOut: 'session.signedOut',
  banned: 'session.banned',
  deleted: 'session.deleted',
  inOtherTab: 'session.inOtherTab',
} as const satisfies Record<string, MessageKey>
