import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'

// Clients of Supabase Auth compare these texts or show them to users.

export const anonymousRefused = () =>
  new AppError('no_authorization', 403, 'Anonymous user not allowed to perform these actions')

// Errors of enrolling

export const unknownFactorType = () =>
  new AppError('validation_failed', 400, 'factor_type needs to be totp, phone, or webauthn')

export const phoneEnrollOff = () =>
  new AppError('mfa_phone_enroll_not_enabled', 422, 'MFA enroll is disabled for Phone')

export const webauthnEnrollOff = () =>
  new AppError('mfa_webauthn_enroll_not_enabled', 422, 'MFA enroll is disabled for WebAuthn')

export const nameTaken = (name: string) =>
  new AppError(
    'mfa_factor_name_conflict',
    422,
    `A factor with the friendly name "${echo(name)}" for this user already exists`,
  )

export const tooManyFactors = () =>
  new AppError(
    'too_many_enrolled_mfa_factors',
    422,
    'Maximum number of verified factors reached, unenroll to continue',
  )

export const phoneFactorExists = () =>
  new AppError(
    'mfa_verified_factor_exists',
    422,
    'A verified phone factor already exists, unenroll the existing factor to continue',
  )

export const enrollNeedsAal2 = () =>
  new AppError('insufficient_aal', 403, 'AAL2 required to enroll a new factor')

// Errors of challenging and verifying

export const factorNotFound = () => new AppError('mfa_factor_not_found', 404, 'Factor not found')

export const phoneVerifyOff = () =>
  new AppError('mfa_phone_verify_not_enabled', 422, 'MFA verification is disabled for Phone')

export const webauthnVerifyOff = () =>
  new AppError('mfa_webauthn_verify_not_enabled', 422, 'MFA verification is disabled for WebAuthn')

export const challengeNotFound = () =>
  new AppError('mfa_factor_not_found', 422, 'MFA factor with the provided challenge ID not found')

export const challengeElsewhere = () =>
  new AppError('mfa_ip_address_mismatch', 422, 'Challenge and verify IP addresses mismatch.')

export const challengeExpired = (id: string) =>
  new AppError(
    'mfa_challenge_expired',
    422,
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )

export const wrongTotpCode = () =>
  new AppError('mfa_verification_failed', 422, 'Invalid TOTP code entered')

export const wrongPhoneCode = () =>
  new AppError('mfa_verification_failed', 422, 'Invalid MFA Phone code entered')

export const totpLocked = (retryAfterS: number) =>
  new AppError(
    'over_request_rate_limit',
    429,
    'Too many wrong codes were entered, please try again later',
    { retryAfterS },
  )

export const wrongSecurityKey = () =>
  new AppError('mfa_verification_failed', 422, 'The security key could not be verified')

export const securityKeyLocked = (retryAfterS: number) =>
  new AppError(
    'over_request_rate_limit',
    429,
    'Too many wrong answers were given, please try again later',
    { retryAfterS },
  )

// Errors of unenrolling

export const unenrollNeedsAal2 = () =>
  new AppError('insufficient_aal', 422, 'AAL2 required to unenroll verified factor')

export const codesHaveOwnEndpoint = () =>
  new AppError(
    'validation_failed',
    422,
    'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
  )

// Recovery codes

export const codesNeedFactor = () =>
  new AppError(
    'mfa_recovery_codes_sole_factor',
    422,
    'Recovery codes cannot be the only verified factor',
  )

export const codesExist = () =>
  new AppError(
    'mfa_verified_factor_exists',
    422,
    'Recovery codes already exist, regenerate them to get new ones',
  )

export const codesNotFound = () =>
  new AppError('mfa_factor_not_found', 404, 'The user has not enrolled recovery codes')

export const codesNeedAal2 = () =>
  new AppError('insufficient_aal', 403, 'AAL2 required to manage recovery codes')

export const wrongRecoveryCode = () =>
  new AppError('mfa_verification_failed', 422, 'Invalid recovery code entered')

export const recoveryCodesLocked = (retryAfterS: number) =>
  new AppError(
    'mfa_recovery_codes_locked',
    429,
    'Too many wrong recovery codes were entered, please try again later',
    { retryAfterS },
  )

/** The company decides how its people prove who they are. */
export const factorsManagedBySso = () =>
  new AppError(
    'user_sso_managed',
    422,
    'Second factors of a SSO account are managed by its provider',
  )
