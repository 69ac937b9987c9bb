import type { Account, FactorRow } from '#identity/account.ts'
import { factorOf } from './account-factors.ts'
import { phoneVerifyOff, unknownFactorType, webauthnVerifyOff } from './errors.ts'

/** A factor that is challenged and answered with a code from an app; the other kinds are off. */
export function answerableFactor(account: Account, id: string): FactorRow {
  const factor = factorOf(account, id)

  if (factor.factor_type === 'phone') throw phoneVerifyOff()
  if (factor.factor_type === 'webauthn') throw webauthnVerifyOff()
  if (factor.factor_type !== 'totp') throw unknownFactorType()
  return factor
}
