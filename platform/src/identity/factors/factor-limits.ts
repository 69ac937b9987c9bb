import type { Account } from '#identity/account.ts'
import { validationFailed } from '#identity/errors.ts'
import { nameTaken, tooManyFactors } from './errors.ts'

const MOST_FACTORS = 10
const LONGEST_NAME = 255

/** Names are unique within an account; the empty name is also a name. */
export function refuseOverLimit({ factors }: Account, name: string): void {
  if (name.length > LONGEST_NAME) throw validationFailed('friendly_name is too long')
  if (factors.some(({ friendly_name }) => (friendly_name ?? '') === name)) throw nameTaken(name)
  if (factors.length >= MOST_FACTORS) throw tooManyFactors()
}
