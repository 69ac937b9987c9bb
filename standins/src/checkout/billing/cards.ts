import type { PaymentMethod } from '#checkout/state/objects.ts'

type Card = { number: string; says: string; declined?: string; renews?: false }

/** The only cards that work in test mode, with what each does. */
export const TEST_CARDS: readonly Card[] = [
  { number: '4242424242424242', says: 'pays' },
  { number: '4000000000000002', says: 'is declined', declined: 'Your card was declined.' },
  { number: '4000000000000341', says: 'pays once and fails at renewal', renews: false },
]

type CardInput = { number: string; expiry: string; cvc: string }

/** A problem names the field it belongs to. */
type CardCheck = { method: PaymentMethod } | { problem: string; field: 'number' | 'expiry' | 'cvc' }

export function checkCard({ number, expiry, cvc }: CardInput, now: number): CardCheck {
  const digits = number.replace(/[\s-]/g, '')
  const card = TEST_CARDS.find((one) => one.number === digits)
  if (!card) {
    return { problem: 'Your card was declined. Only test cards work here.', field: 'number' }
  }
  if (!isFuture(expiry, now)) {
    return { problem: 'Your card’s expiration date is incomplete or past.', field: 'expiry' }
  }
  if (!/^\d{3,4}$/.test(cvc.trim())) {
    return { problem: 'Your card’s security code is incomplete.', field: 'cvc' }
  }
  if (card.declined) return { problem: card.declined, field: 'number' }

  return {
    method: {
      processor: 'stripe',
      brand: 'visa',
      lastFour: digits.slice(-4),
      renews: card.renews ?? true,
    },
  }
}

function isFuture(expiry: string, now: number): boolean {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []

  return Date.UTC(2000 + Number(year), Number(month)) > now
}
