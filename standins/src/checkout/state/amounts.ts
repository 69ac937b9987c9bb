import type { Amounts } from './objects.ts'

/** Where the provider adds tax, in per cent. */
export const COUNTRIES: readonly { code: string; name: string; taxRate: number }[] = [
  { code: 'US', name: 'United States', taxRate: 0 },
  { code: 'DE', name: 'Germany', taxRate: 19 },
  { code: 'MX', name: 'Mexico', taxRate: 16 },
  { code: 'ES', name: 'Spain', taxRate: 21 },
]

/** Prices are without tax: it comes on top, by the customer's country. */
export function amountsOf(subtotal: number, country: string | null): Amounts {
  const taxRate = COUNTRIES.find(({ code }) => code === country)?.taxRate ?? 0
  const tax = Math.round((subtotal * taxRate) / 100)

  return { subtotal, tax, taxRate, total: subtotal + tax }
}

export const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
