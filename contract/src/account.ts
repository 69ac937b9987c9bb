import * as z from 'zod/mini'

/** A session of the member, as `list-sessions` answers. All times are ISO. */
const signedInSession = z.object({
  id: z.string(),
  /** The session that asks. */
  isCurrent: z.boolean(),
  kind: z.enum(['browser', 'extension']),
  userAgent: z.string(),
  ip: z.nullable(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.string(),
})

export type SignedInSession = z.infer<typeof signedInSession>

export const listSessionsReply = z.object({ sessions: z.array(signedInSession) })

export type ListSessionsReply = z.infer<typeof listSessionsReply>

export const endSessionBody = z.object({ sessionId: z.guid() })

export const endSessionReply = z.object({ success: z.literal(true) })

export type EndSessionReply = z.infer<typeof endSessionReply>

/** A change of address that not all of its mailboxes have confirmed. */
const pendingEmailChange = z.object({
  email: z.string(),
  /** When the mails were sent. */
  sentAt: z.string(),
  /** The mailboxes that have not confirmed yet. */
  waitingFor: z.array(z.enum(['current', 'new'])),
})

export type PendingEmailChange = z.infer<typeof pendingEmailChange>

/** Of `pending-email-change`, also after a withdrawal. */
export const pendingEmailChangeReply = z.object({ pending: z.nullable(pendingEmailChange) })

export type PendingEmailChangeReply = z.infer<typeof pendingEmailChangeReply>

export const deleteAccountBody = z.object({
  /** The account's own address, typed once more. */
  confirmation: z.string().check(z.maxLength(255)),
  /** The digits from the mail, if the last sign-in is too long ago. */
  nonce: z.optional(z.string().check(z.maxLength(20))),
})

export type DeleteAccountBody = z.infer<typeof deleteAccountBody>

export const deleteAccountReply = z.object({ success: z.literal(true) })

export type DeleteAccountReply = z.infer<typeof deleteAccountReply>

/** Of `request-export`: the export that is being written, new or not. */
export const requestExportReply = z.object({ id: z.string() })

export type RequestExportReply = z.infer<typeof requestExportReply>
