import type { Account, FactorRow } from '#identity/account.ts'
import type { Identity } from '#identity/identity.ts'
import { factorOf } from './account-factors.ts'
import { phoneVerifyOff, unknownFactorType, webauthnVerifyOff } from './errors.ts'

/** A factor that is answered by an app, a text message or a security key. Keys need a site with a host name, phones a setting. */
export function answerableFactor(
  { settings }: Pick<Identity, 'settings'>,
  account: Account,
  id: string,
): FactorRow {
  const factor = factorOf(account, id)

  if (factor.factor_type === 'phone' && !settings.phoneFactorEnabled) throw phoneVerifyOff()
  if (factor.factor_type === 'webauthn' && settings.webauthn === null) throw webauthnVerifyOff()
  if (factor.factor_type === 'recovery_code') throw unknownFactorType()
  return factor
}

/** What a browser does for the factor's next challenge. */
export const ceremonyOf = ({ web_authn_credential }: FactorRow): 'create' | 'request' =>
  web_authn_credential === null ? 'create' : 'request'
