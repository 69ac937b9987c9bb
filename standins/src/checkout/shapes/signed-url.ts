import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'

/** An address on the pages that cannot be altered; without `expiresAt` it never expires. */
export function signedUrl(
  { memory, addresses }: CheckoutNeeds,
  path: string,
  parameters: Record<string, string>,
  expiresAt: number | null,
): string {
  const url = new URL(path, addresses.http)
  if (expiresAt !== null) url.searchParams.set('expires', String(Math.floor(expiresAt / 1000)))
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.searchParams.set('signature', signatureOf(memory.shop.state.urlSecret, url))

  return url.href
}

export function hasValidSignature({ memory, clock }: CheckoutNeeds, address: string): boolean {
  const url = new URL(address)
  const given = Buffer.from(url.searchParams.get('signature') ?? '')
  const expected = Buffer.from(signatureOf(memory.shop.state.urlSecret, url))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const expires = url.searchParams.get('expires')

  return expires === null || clock.now() < Number(expires) * 1000
}

/** The host is left out: a browser may know the stand-in by another loopback name. */
function signatureOf(secret: string, url: URL): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('signature')

  return createHmac('sha256', secret).update(`${url.pathname}?${query}`).digest('hex')
}
