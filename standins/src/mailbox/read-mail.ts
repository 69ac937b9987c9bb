import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'

export type Sender = { name: string; address: string }

export type MailAttachment = {
  name: string
  type: string
  /** The content id that the mail's HTML uses, without brackets. */
  contentId: string | null
  bytes: Uint8Array
}

/** The parsed content of a mail. */
export type MailContent = {
  from: Sender
  subject: string
  date: string | null
  headers: { name: string; value: string }[]
  text: string
  html: string
  attachments: MailAttachment[]
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
    from: senderOf(email.from),
    subject: email.subject ?? '',
    date: email.date ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map(attachmentOf),
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
    attachments: [],
    problem,
  }
}

function senderOf(address: Address | undefined): Sender {
  return { name: address?.name ?? '', address: address?.address ?? '' }
}

function attachmentOf(attachment: Attachment, index: number): MailAttachment {
  const { content } = attachment

  return {
    name: attachment.filename || `attachment-${index + 1}`,
    type: attachment.mimeType,
    contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? null,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}
