import type { Account, FactorRow } from '#identity/account.ts'
import { factorNotFound } from './errors.ts'

/** Searches only the user's own factors, so that others' factors are not found. */
export function factorOf({ factors }: Account, id: string): FactorRow {
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw factorNotFound()

  return factor
}

export const recoveryCodesOf = ({ factors }: Account): FactorRow | null =>
  factors.find(({ factor_type }) => factor_type === 'recovery_code') ?? null

/** Recovery codes only back up another factor, so they are never the only factor. */
export const hasRealFactor = ({ factors }: Account, { without }: { without?: string } = {}) =>
  factors.some(
    ({ id, status, factor_type }) =>
      status === 'verified' && factor_type !== 'recovery_code' && id !== without,
  )

/** The security keys among the factors. */
export const credentialsOfFactors = ({ factors }: Account) =>
  factors.flatMap(({ web_authn_credential: credential }) =>
    credential ? [{ credentialId: credential.id, transports: credential.transports }] : [],
  )

/** The `amr` method of each factor type. */
export const amrMethodOf: Record<FactorRow['factor_type'], string> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
}
