import type { Mail } from './mail.ts'

/** Every field narrows; an empty one does not. */
export type MailQuery = {
  /** A recipient's whole address. */
  to?: string | undefined
  /** A part of the subject. */
  subject?: string | undefined
  /** Words in sender, recipients, subject or text. */
  words?: string | undefined
  /** A mail's id or a time: only later mails. */
  since?: string | undefined
}

/** Newest first. */
export function findMails(mails: readonly Mail[], query: MailQuery): Mail[] {
  const to = query.to?.trim().toLowerCase()
  const subject = query.subject?.toLowerCase()
  const words = query.words?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const isNewEnough = newerThan(query.since)

  return mails
    .filter(
      (mail) =>
        (!to || mail.envelope.to.some((address) => address.toLowerCase() === to)) &&
        (!subject || mail.subject.toLowerCase().includes(subject)) &&
        isNewEnough(mail) &&
        words.every((word) => mentions(mail, word)),
    )
    .reverse()
}

function newerThan(since: string | undefined): (mail: Mail) => boolean {
  if (!since) return () => true
  const time = since.includes('-') ? Date.parse(since) : Number.NaN

  return Number.isNaN(time)
    ? (mail) => mail.id > since
    : (mail) => Date.parse(mail.receivedAt) >= time
}

const mentions = (mail: Mail, word: string) =>
  [mail.subject, mail.from.name, mail.from.address, ...mail.envelope.to, mail.words].some((text) =>
    text.toLowerCase().includes(word),
  )
