import type { MessageKey } from './messages.ts'

/** Why a member must sign in again without having signed out. */
export const ENDING_TEXTS = {
  signedOut: 'session.signedOut',
  banned: 'session.banned',
  deleted: 'session.deleted',
  inOtherTab: 'session.inOtherTab',
  addressChanged: 'session.addressChanged',
} as const satisfies Record<string, MessageKey>
