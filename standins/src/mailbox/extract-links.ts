import { decodeEntities } from './html-words.ts'

const MAX_PICKED = 50
// A mail can be megabytes of malice: both patterns are bounded, so that neither reads a letter more than a few times.
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{1,2000}/gi
const HREF = /\bhref\s{0,9}=\s{0,9}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi

/** The web addresses in a mail: those its text spells out, then those its html leads to. */
export function linksIn({ text, html }: { text: string; html: string }): string[] {
  const spelledOut = [...text.matchAll(ADDRESS)].map(([address]) => withoutPunctuation(address))
  const ledTo = [...html.matchAll(HREF)].map(([, double, single, bare]) =>
    decodeEntities(double ?? single ?? bare ?? '').trim(),
  )

  return firstOnes([...spelledOut, ...ledTo].filter(isWebAddress))
}

/** Six to ten digits that stand alone: no piece of an address, an amount, a date or a longer number. */
export function codesIn(words: string): string[] {
  const found = words.replace(ADDRESS, ' ').match(/(?<![\w.,:/#+-])\d{6,10}(?![\w-]|[.,:/]\d)/g)

  return firstOnes(found ?? [])
}

/** A sentence's own full stop or bracket is no part of the address it ends with. */
const withoutPunctuation = (address: string) => address.replace(/[.,;:!?)\]}*_]{1,20}$/, '')

const isWebAddress = (link: string) => /^https?:\/\//i.test(link) && URL.canParse(link)

const firstOnes = (found: string[]) => [...new Set(found)].slice(0, MAX_PICKED)
