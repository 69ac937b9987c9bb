import type { Amounts } from './objects.ts'

/** Where the provider adds tax, in per cent. */
export const COUNTRIES: readonly { code: string; name: string; taxRate: number }[] = [
  { code: 'US', name: 'United States', taxRate: 0 },
  { code: 'AR', name: 'Argentina', taxRate: 0 },
  { code: 'AU', name: 'Australia', taxRate: 10 },
  { code: 'AT', name: 'Austria', taxRate: 20 },
  { code: 'BR', name: 'Brazil', taxRate: 0 },
  { code: 'CA', name: 'Canada', taxRate: 0 },
  { code: 'CL', name: 'Chile', taxRate: 19 },
  { code: 'CO', name: 'Colombia', taxRate: 19 },
  { code: 'FR', name: 'France', taxRate: 20 },
  { code: 'DE', name: 'Germany', taxRate: 19 },
  { code: 'IN', name: 'India', taxRate: 18 },
  { code: 'IT', name: 'Italy', taxRate: 22 },
  { code: 'JP', name: 'Japan', taxRate: 10 },
  { code: 'MX', name: 'Mexico', taxRate: 16 },
  { code: 'NL', name: 'Netherlands', taxRate: 21 },
  { code: 'PT', name: 'Portugal', taxRate: 23 },
  { code: 'ES', name: 'Spain', taxRate: 21 },
  { code: 'GB', name: 'United Kingdom', taxRate: 20 },
]

/** Prices are without tax: it comes on top, by the customer's country. */
export function amountsOf(subtotal: number, country: string | null): Amounts {
  const taxRate = COUNTRIES.find(({ code }) => code === country)?.taxRate ?? 0
  const tax = Math.round((subtotal * taxRate) / 100)

  return { subtotal, tax, taxRate, total: subtotal + tax }
}
