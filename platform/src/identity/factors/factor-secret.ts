import type { Identity } from '#identity/identity.ts'
import type { FactorSecret } from './factors-table.ts'

type Needs = Pick<Identity, 'keyring'>

const addressOf = (factorId: string) => `mfa_factors|secret|${factorId}`

export const sealSecret = ({ keyring }: Needs, factorId: string, secret: string): string =>
  keyring.seal(secret, addressOf(factorId))

/** Every factor that this service enrolled has a secret. */
export function openSecret(
  { keyring }: Needs,
  { id, secret_sealed: sealed }: FactorSecret,
): string {
  if (sealed === null) throw new Error(`Factor ${id} has no secret`)

  return keyring.open(sealed, addressOf(id))
}

/** Reseals the secret with the newest key. */
export const freshlySealed = (needs: Needs, factor: FactorSecret, secret: string): string =>
  factor.secret_sealed === null || needs.keyring.isOutdated(factor.secret_sealed)
    ? sealSecret(needs, factor.id, secret)
    : factor.secret_sealed
