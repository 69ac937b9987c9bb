import { listOf, orNull, type Parsed, recordOf, rowsOf, scalarOf } from './reply-shape.ts'

/** The sessions of the member, as `list-sessions` answers. All times are ISO. */
export const listSessionsReply = recordOf({
  sessions: rowsOf({
    id: 'text',
    /** The session that asks. */
    isCurrent: 'boolean',
    kind: ['browser', 'extension'],
    userAgent: 'text',
    ip: 'text or null',
    createdAt: 'text',
    lastUsedAt: 'text',
  }),
})

export type ListSessionsReply = Parsed<typeof listSessionsReply>

export type SignedInSession = ListSessionsReply['sessions'][number]

export const endSessionReply = recordOf({ success: [true] })

export type EndSessionReply = Parsed<typeof endSessionReply>

/** A change of address that not all of its mailboxes have confirmed. */
const pendingEmailChange = recordOf({
  email: 'text',
  /** When the mails were sent. */
  sentAt: 'text',
  /** The mailboxes that have not confirmed yet. */
  waitingFor: listOf(scalarOf(['current', 'new'])),
})

export type PendingEmailChange = Parsed<typeof pendingEmailChange>

/** Of `pending-email-change`, also after a withdrawal. */
export const pendingEmailChangeReply = recordOf({ pending: orNull(pendingEmailChange) })

export type PendingEmailChangeReply = Parsed<typeof pendingEmailChangeReply>

export const deleteAccountReply = recordOf({ success: [true] })

export type DeleteAccountReply = Parsed<typeof deleteAccountReply>

/** Of `request-export`: the export that is being written, new or not. */
export const requestExportReply = recordOf({ id: 'text' })

export type RequestExportReply = Parsed<typeof requestExportReply>
