import type { MessageKey } from '#i18n/messages.ts'
import { loadNamespaces } from '#i18n/messages.ts'
import { MESSAGE_BY_CODE } from './message-by-code.ts'

const PASSKEY_MESSAGES: Record<string, MessageKey> = {
  key_refused: 'passkeyErrors.keyRefused',
  mfa_factor_name_conflict: 'passkeyErrors.nameTaken',
  passkey_disabled: 'passkeyErrors.off',
  passkey_of_another_account: 'passkeyErrors.otherAccount',
  too_many_enrolled_mfa_factors: 'passkeyErrors.tooManyFactors',
  too_many_passkeys: 'passkeyErrors.tooMany',
  webauthn_challenge_expired: 'passkeyErrors.expired',
  webauthn_challenge_not_found: 'passkeyErrors.expired',
  webauthn_credential_exists: 'passkeyErrors.exists',
  webauthn_unsupported: 'passkeyErrors.unsupported',
  webauthn_verification_failed: 'passkeyErrors.unknown',
  webauthn_wrong_site: 'passkeyErrors.wrongSite',
}

/** Texts of errors that only passkeys and factors have are loaded when one occurs, because every page downloads all others. */
export async function withPasskeyTexts<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await loadNamespaces(['passkeys']).then(
      () => Object.assign(MESSAGE_BY_CODE, PASSKEY_MESSAGES),
      () => {},
    )
    throw error
  }
}
