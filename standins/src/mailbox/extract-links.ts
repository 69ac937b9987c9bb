import { decodeEntities } from './html-words.ts'

const MAX_PICKED = 50
// Mails may be hostile and large: both patterns are bounded, so that matching stays linear.
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/gi
const HREF = /\bhref\s{0,9}=\s{0,9}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi

/** The URLs in a mail: those in its text, then those in its HTML. */
export function linksIn({ text, html }: { text: string; html: string }): string[] {
  const spelledOut = [...text.matchAll(ADDRESS)].map(([address]) => withoutPunctuation(address))
  const ledTo = [...html.matchAll(HREF)].map(([, double, single, bare]) =>
    decodeEntities(double ?? single ?? bare ?? '').trim(),
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
