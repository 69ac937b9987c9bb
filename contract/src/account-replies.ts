import { listOf, orNull, type Parsed, recordOf, rowsOf, scalarOf } from './reply-shape.ts'

/** The sessions of the member, as `list-sessions` answers. All times are ISO. */
export const listSessionsReply = recordOf({
  sessions: rowsOf({
    id: 'text',
    /** Whether it is the calling session. */
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

/** A change of address that is not confirmed by all its mailboxes. */
const pendingEmailChange = recordOf({
  email: 'text',
  /** When the mails were sent. */
  sentAt: 'text',
  /** The mailboxes that must still confirm. */
  waitingFor: listOf(scalarOf(['current', 'new'])),
})

export type PendingEmailChange = Parsed<typeof pendingEmailChange>

/** Reply of `pending-email-change`, also after a withdrawal. */
export const pendingEmailChangeReply = recordOf({ pending: orNull(pendingEmailChange) })

export type PendingEmailChangeReply = Parsed<typeof pendingEmailChangeReply>

export const deleteAccountReply = recordOf({ success: [true] })

export type DeleteAccountReply = Parsed<typeof deleteAccountReply>

/** Reply of `request-export`: the id of the pending export. */
export const requestExportReply = recordOf({ id: 'text' })

export type RequestExportReply = Parsed<typeof requestExportReply>
