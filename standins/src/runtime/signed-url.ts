import { createHmac, timingSafeEqual } from 'node:crypto'

/** An address that cannot be altered; without `expiresAt` it never expires. */
export function signUrl(address: string | URL, secret: string, expiresAt: number | null): string {
  const url = new URL(address)
  if (expiresAt !== null) url.searchParams.set('expires', String(Math.floor(expiresAt / 1000)))
  url.searchParams.set('signature', signatureOf(secret, url))

  return url.href
}

export function isSigned(address: string, secret: string, now: number): boolean {
  const url = new URL(address)
  const given = Buffer.from(url.searchParams.get('signature') ?? '')
  const expected = Buffer.from(signatureOf(secret, url))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const expires = url.searchParams.get('expires')

  return expires === null || now < Number(expires) * 1000
}

/** The host is left out: a browser may know the stand-in by another loopback name. */
function signatureOf(secret: string, url: URL): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('signature')

  return createHmac('sha256', secret).update(`${url.pathname}?${query}`).digest('hex')
}
