import { AppError } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'

export const passkeysDisabled = () => new AppError('passkey_disabled', 404, 'Passkeys are disabled')

export const passkeysNeedName = () =>
  new AppError(
    'passkey_disabled',
    404,
    'Passkeys are not available at an IP address: open the site under a host name such as localhost',
  )

export const challengeNotFound = () =>
  new AppError('webauthn_challenge_not_found', 400, 'The challenge is unknown or already used')

export const challengeExpired = () =>
  new AppError('webauthn_challenge_expired', 400, 'The challenge has expired, request a new one')

/** One answer for every reason, so that nothing reveals which passkeys exist. */
export const verificationFailed = () =>
  new AppError('webauthn_verification_failed', 400, 'The passkey could not be verified')

export const credentialExists = () =>
  new AppError('webauthn_credential_exists', 422, 'This passkey is already registered')

export const tooManyPasskeys = () =>
  new AppError(
    'too_many_passkeys',
    422,
    'The maximum number of passkeys is reached, remove one first',
  )

export const ssoHasNoPasskeys = () =>
  new AppError('validation_failed', 422, 'Accounts of a company sign in with their company')

export const passkeyNotFound = () => new AppError('validation_failed', 404, 'Passkey not found')

export const nameLength = () => validationFailed('friendly_name must have 1 to 120 characters')

export const lastWayIn = () =>
  new AppError(
    'single_identity_not_deletable',
    422,
    'This passkey is the only way into the account, add another one first',
  )

const unconfirmed = (code: 'email_not_confirmed' | 'phone_not_confirmed', message: string) =>
  new AppError(code, 403, message)

export const emailUnconfirmed = () => unconfirmed('email_not_confirmed', 'Email not confirmed')

export const phoneUnconfirmed = () => unconfirmed('phone_not_confirmed', 'Phone not confirmed')
