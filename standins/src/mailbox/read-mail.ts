import PostalMime, { type Email } from 'postal-mime'

export type Sender = { name: string; address: string }

/** The parsed content of a mail. */
export type MailContent = {
  from: Sender
  subject: string
  date: string | null
  headers: { name: string; value: string }[]
  text: string
  html: string
  /** Why the mail could not be parsed, if so; `text` is then its source. */
  problem: string | null
}

const SHOWN_SOURCE_BYTES = 64 * 1024

/** Never fails: an unparsable mail must still be listed. */
export async function readMail(source: Uint8Array): Promise<MailContent> {
  try {
    return fromParsed(await PostalMime.parse(source))
  } catch (error) {
    return unreadable(source, error instanceof Error ? error.message : String(error))
  }
}

function fromParsed(email: Email): MailContent {
  return {
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    subject: email.subject ?? '',
    date: email.date ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: email.text ?? '',
    html: email.html ?? '',
    problem: null,
  }
}

function unreadable(source: Uint8Array, problem: string): MailContent {
  return {
    from: { name: '', address: '' },
    subject: '(a mail that could not be read)',
    date: null,
    headers: [],
    text: Buffer.from(source.subarray(0, SHOWN_SOURCE_BYTES)).toString('latin1'),
    html: '',
    problem,
  }
}
