import { findMails } from './find-mails.ts'
import type { Mail } from './mail.ts'

const PAGE_SIZE = 50
const OFFERED_RECIPIENTS = 100

/** One page of the list with counts and filters. */
export type Inbox = {
  mails: Mail[]
  found: number
  total: number
  unread: number
  /** The latest recipients, for the filter. */
  recipients: string[]
  words: string
  to: string
  page: number
  pages: number
  now: number
  smtpAddress: string
}

type View = { words: string; to: string; page: number }

export function readInbox(all: readonly Mail[], view: View): Omit<Inbox, 'now' | 'smtpAddress'> {
  const found = findMails(all, view)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(Math.max(1, view.page), pages)

  return {
    ...view,
    mails: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    found: found.length,
    total: all.length,
    unread: all.filter((mail) => !mail.isRead).length,
    recipients: latestRecipients(all),
    page,
    pages,
  }
}

/** The address of another page of the same list. */
export function addressOf({ words, to }: Inbox, page: number): string {
  const query = new URLSearchParams()
  if (words) query.set('q', words)
  if (to) query.set('to', to)
  if (page > 1) query.set('page', String(page))

  return query.size > 0 ? `/?${query}` : '/'
}

function latestRecipients(all: readonly Mail[]): string[] {
  const recipients = new Set<string>()
  for (const mail of all.toReversed()) {
    for (const address of mail.envelope.to) recipients.add(address)
    if (recipients.size >= OFFERED_RECIPIENTS) break
  }

  return [...recipients].slice(0, OFFERED_RECIPIENTS)
}
