import { badReturnAddress } from './errors.ts'

// Browsers drop or change these before they read an address, so what we compare would not be what they open.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/

/** An address or path on our own site, or its www form, written out; throws for any other. */
export function returnAddress(siteUrl: string, given: string): string {
  if (AMBIGUOUS.test(given) || !URL.canParse(given, siteUrl)) throw badReturnAddress()
  const address = new URL(given, siteUrl)
  const isOurs = originsOf(siteUrl).includes(address.origin)
  if (!isOurs || address.username !== '' || address.password !== '') throw badReturnAddress()

  return address.href
}

function originsOf(siteUrl: string): string[] {
  const { protocol, host, origin } = new URL(siteUrl)

  return [origin, `${protocol}//www.${host}`]
}

/** The provider fills in the words in brackets, if it does so at all (`contracts/billing.md` 2.1). */
const ORDER = 'order=[order_identifier]&order_id=[order_id]'

/** The address with the order's ids, which prove whose subscription it is when no webhook arrives. */
export function withOrder(address: string): string {
  const [base = '', fragment] = address.split(/#(.*)/s)
  const separator = base.includes('?') ? '&' : '?'

  return `${base}${separator}${ORDER}${fragment === undefined ? '' : `#${fragment}`}`
}
