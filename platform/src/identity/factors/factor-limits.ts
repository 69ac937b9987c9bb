import type { Account } from '#identity/account.ts'
import { validationFailed } from '#identity/errors.ts'
import { nameTaken, tooManyFactors } from './errors.ts'

const MOST_FACTORS = 10
const LONGEST_NAME = 255

export function refuseOverLimit(account: Account, name: string): void {
  refuseName(account, name)
  if (account.factors.length >= MOST_FACTORS) throw tooManyFactors()
}

/** Names are unique within an account; the empty name is also a name. A renamed factor may keep its own. */
export function refuseName(
  { factors }: Account,
  name: string,
  { factorId }: { factorId?: string } = {},
): void {
  if (name.length > LONGEST_NAME) throw validationFailed('friendly_name is too long')

  const others = factors.filter(({ id }) => id !== factorId)
  if (others.some(({ friendly_name }) => (friendly_name ?? '') === name)) throw nameTaken(name)
}
