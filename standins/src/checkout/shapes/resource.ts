import type { CheckoutNeeds } from '#checkout/state/memory.ts'
import { signUrl } from '#runtime/signed-url.ts'

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

/** A signed address on the pages. */
export function signedUrl(
  { memory, addresses }: CheckoutNeeds,
  path: string,
  expiresAt: number | null = null,
): string {
  return signUrl(new URL(path, addresses.http), memory.shop.state.urlSecret, expiresAt)
}

export const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
