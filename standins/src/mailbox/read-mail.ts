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

const MAX_PICKED = 50
// Mails may be hostile and large: both patterns are bounded, so that matching stays linear.
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/gi
const HREF = /\bhref\s{0,9}=\s{0,9}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi

/** The URLs in a mail: those in its text, then those in its HTML. */
export function linksIn({ text, html }: { text: string; html: string }): string[] {
  const spelledOut = [...text.matchAll(ADDRESS)].map(([address]) => withoutPunctuation(address))
  const ledTo = [...html.matchAll(HREF)].map(([, double, single, bare]) =>
    (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim(),
  )

  return firstDistinct([...spelledOut, ...ledTo].filter(isWebAddress))
}

/** Six to ten separate digits: not part of a URL, an amount, a date or a longer number. */
export function codesIn(words: string): string[] {
  const found = words.replace(ADDRESS, ' ').match(/(?<![\w.,:/#+-])\d{6,10}(?![\w-]|[.,:/]\d)/g)

  return firstDistinct(found ?? [])
}

/** Trailing punctuation belongs to the sentence, not to the URL. */
const withoutPunctuation = (address: string) => address.replace(/[.,;:!?)\]}*_]{1,20}$/, '')

const isWebAddress = (link: string) => /^https?:\/\//i.test(link) && URL.canParse(link)

const firstDistinct = (found: string[]) => [...new Set(found)].slice(0, MAX_PICKED)
