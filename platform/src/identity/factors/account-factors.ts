import type { Account, FactorRow } from '#identity/account.ts'
import { factorNotFound } from './errors.ts'

/** Only among the person's own: another's factor is as unknown as none at all. */
export function factorOf({ factors }: Account, id: string): FactorRow {
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw factorNotFound()

  return factor
}

export const recoveryCodesOf = ({ factors }: Account): FactorRow | null =>
  factors.find(({ factor_type }) => factor_type === 'recovery_code') ?? null

/** Recovery codes are for the day the real factor is lost, and never stand alone. */
export const hasRealFactor = ({ factors }: Account, { without }: { without?: string } = {}) =>
  factors.some(
    ({ id, status, factor_type }) =>
      status === 'verified' && factor_type !== 'recovery_code' && id !== without,
  )

/** How each kind is called among a token's proofs. */
export const amrMethodOf: Record<FactorRow['factor_type'], string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
}
