import * as z from 'zod/mini'

/** One place where a member is signed in, as `list-sessions` tells. */
export type SignedInSession = {
  id: string
  /** The one that asks. */
  isCurrent: boolean
  kind: 'browser' | 'extension'
  userAgent: string
  ip: string | null
  /** ISO, as all moments. */
  createdAt: string
  lastUsedAt: string
}

export type ListSessionsReply = { sessions: SignedInSession[] }

export const endSessionBody = z.object({ sessionId: z.guid() })

export type EndSessionReply = { success: true }

/** A change of address that its mailboxes have not agreed to yet. */
export type PendingEmailChange = {
  email: string
  /** When the mails were sent. */
  sentAt: string
  /** The mailboxes that still have to agree. */
  waitingFor: ('current' | 'new')[]
}

/** What `pending-email-change` answers, also after a withdrawal. */
export type PendingEmailChangeReply = { pending: PendingEmailChange | null }

export const deleteAccountBody = z.object({
  /** The account's own address, typed once more. */
  confirmation: z.string().check(z.maxLength(255)),
  /** The digits from the mail, where the last sign-in is too long ago. */
  nonce: z.optional(z.string().check(z.maxLength(20))),
})

export type DeleteAccountBody = z.infer<typeof deleteAccountBody>
export type DeleteAccountReply = { success: true }

/** What `request-export` answers: the export that is being written, new or not. */
export type RequestExportReply = { id: string }
