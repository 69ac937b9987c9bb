import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CheckoutNeeds } from '#checkout/state/memory.ts'

/** A JSON:API object: its id is a string, ids among its attributes are numbers. */
export type Resource = {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships: Record<string, { links: { related: string; self: string } }>
  links: { self: string }
}

type Parts = {
  type: string
  id: number | string
  attributes: Record<string, unknown>
  relations: readonly string[]
}

export function resource(
  { addresses }: CheckoutNeeds,
  { type, id, attributes, relations }: Parts,
): Resource {
  const self = `${addresses.api}/v1/${type}/${id}`

  return {
    type,
    id: String(id),
    attributes,
    relationships: Object.fromEntries(
      relations.map((name) => [
        name,
        { links: { related: `${self}/${name}`, self: `${self}/relationships/${name}` } },
      ]),
    ),
    links: { self },
  }
}

type Times = { createdAt: number; updatedAt?: number }

export const timesOf = ({ createdAt, updatedAt = createdAt }: Times) => ({
  created_at: time(createdAt),
  updated_at: time(updatedAt),
})

/** As the vendor writes times: six decimals, of which it fills none. */
export const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '.000000Z')

export const timeOrNull = (ms: number | null) => (ms === null ? null : time(ms))

export const statusOf = ({ status }: { status: string }) => ({
  status,
  status_formatted: formatted(status),
})

/** `past_due` → `Past due`. */
export function formatted(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Each amount as the vendor repeats it: in cents, in US cents, and formatted. */
export const amountFields = (amounts: Record<string, number>): Record<string, number | string> => ({
  ...amounts,
  ...Object.fromEntries(
    Object.entries(amounts).flatMap(([name, cents]) => [
      [`${name}_usd`, cents],
      [`${name}_formatted`, dollars(cents)],
    ]),
  ),
})

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

export const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
