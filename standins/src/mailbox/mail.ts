import { codesIn, linksIn } from './extract-links.ts'
import { wordsOf } from './html-words.ts'
import { readMail, type Sender } from './read-mail.ts'

/** The SMTP envelope; the headers may differ. */
export type Envelope = { from: string; to: string[] }

/** Summary of a mail for list and search; the rest is read from its source. */
export type Mail = {
  id: string
  receivedAt: string
  envelope: Envelope
  from: Sender
  subject: string
  words: string
  links: string[]
  codes: string[]
  attachments: number
  size: number
  isRead: boolean
}

const MAX_WORDS_LENGTH = 64 * 1024

type ReceivedMail = { id: string; receivedAt: number; envelope: Envelope; source: Uint8Array }

export async function summarise({ id, receivedAt, envelope, source }: ReceivedMail): Promise<Mail> {
  const content = await readMail(source)
  const words = content.text || wordsOf(content.html)

  return {
    id,
    receivedAt: new Date(receivedAt).toISOString(),
    envelope,
    from: content.from,
    subject: content.subject,
    words: words.slice(0, MAX_WORDS_LENGTH),
    links: linksIn(content),
    codes: codesIn(`${content.subject}\n${words}`),
    attachments: content.attachments.length,
    size: source.length,
    isRead: false,
  }
}
