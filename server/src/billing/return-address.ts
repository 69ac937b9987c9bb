import { badReturnAddress } from './errors.ts'

// Browsers drop or change these before parsing a URL, so the checked URL would differ from the opened one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/

/** An absolute URL on our own site or its www form; throws for any other. */
export function returnAddress(siteUrl: string, requested: string): string {
  if (AMBIGUOUS.test(requested) || !URL.canParse(requested, siteUrl)) throw badReturnAddress()
  const address = new URL(requested, siteUrl)
  const isOurs = originsOf(siteUrl).includes(address.origin)
  if (!isOurs || address.username !== '' || address.password !== '') throw badReturnAddress()

  return address.href
}

function originsOf(siteUrl: string): string[] {
  const { protocol, host, origin } = new URL(siteUrl)

  return [origin, `${protocol}//www.${host}`]
}

/** The provider replaces the words in brackets, if at all (`contracts/billing.md` 2.1). */
const ORDER = 'order=[order_identifier]&order_id=[order_id]'

/** The URL with the order's ids, which prove the owner if no webhook arrives. */
export function withOrder(address: string): string {
  const [base = '', fragment] = address.split(/#(.*)/s)
  const separator = base.includes('?') ? '&' : '?'

  return `${base}${separator}${ORDER}${fragment === undefined ? '' : `#${fragment}`}`
}
