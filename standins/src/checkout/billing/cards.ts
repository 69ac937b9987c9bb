import type { PaymentMethod } from '#checkout/state/objects.ts'

type Card = {
  number: string
  says: string
  declined?: string
  needsApproval?: true
  renews?: false
}

/** The only cards that work in test mode, with what each does. */
export const TEST_CARDS: readonly Card[] = [
  { number: '4242424242424242', says: 'pays' },
  { number: '4000000000000002', says: 'is declined', declined: 'Your card was declined.' },
  {
    number: '4000000000009995',
    says: 'has no funds',
    declined: 'Your card has insufficient funds.',
  },
  { number: '4000000000000069', says: 'has expired', declined: 'Your card has expired.' },
  { number: '4000002500003155', says: 'asks you to approve the payment', needsApproval: true },
  { number: '4000000000000341', says: 'pays once and fails at renewal', renews: false },
]

export type CardInput = { number: string; expiry: string; cvc: string }

/** A problem names the field it belongs to. */
export type CardCheck =
  | { method: PaymentMethod; needsApproval: boolean }
  | { problem: string; field: 'number' | 'expiry' | 'cvc' }

export function checkCard({ number, expiry, cvc }: CardInput, now: number): CardCheck {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits)) {
    return { problem: 'Your card number is incomplete.', field: 'number' }
  }
  if (!hasValidCheckDigit(digits)) {
    return { problem: 'Your card number is invalid.', field: 'number' }
  }
  const expiryProblem = problemOfExpiry(expiry, now)
  if (expiryProblem) return { problem: expiryProblem, field: 'expiry' }
  if (!/^\d{3,4}$/.test(cvc.trim())) {
    return { problem: 'Your card’s security code is incomplete.', field: 'cvc' }
  }
  const card = TEST_CARDS.find((one) => one.number === digits)
  if (!card) {
    return {
      problem: 'Your card was declined. Only test cards work here.',
      field: 'number',
    }
  }
  if (card.declined) return { problem: card.declined, field: 'number' }

  return {
    method: {
      processor: 'stripe',
      brand: 'visa',
      lastFour: digits.slice(-4),
      renews: card.renews ?? true,
    },
    needsApproval: card.needsApproval ?? false,
  }
}

function problemOfExpiry(expiry: string, now: number): string | null {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) {
    return 'Your card’s expiration date is incomplete.'
  }
  const isPast = Date.UTC(2000 + Number(year), Number(month)) <= now

  return isPast ? 'Your card’s expiration date is in the past.' : null
}

/** Luhn's algorithm. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)

  return sum % 10 === 0
}
