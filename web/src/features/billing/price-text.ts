import type { Translator } from '#i18n/messages.ts'

/** Whole amounts are written without decimals. */
export function priceText({ number }: Translator, amount: number, currency: string): string {
  const decimals = Number.isInteger(amount) ? 0 : 2

  return number(amount, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

export function intervalText({ t }: Translator, interval: string | null): string {
  return t(interval === 'year' ? 'subscription.year' : 'subscription.month')
}
