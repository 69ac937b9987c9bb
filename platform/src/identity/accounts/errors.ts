import { AppError } from '#errors/app-error.ts'

export const signupsDisabled = () =>
  new AppError('signup_disabled', 422, 'Signups not allowed for this instance')

export const anonymousDisabled = () =>
  new AppError('anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled')

export const emailSignupsDisabled = () =>
  new AppError('email_provider_disabled', 400, 'Email signups are disabled')

export const phoneSignupsDisabled = () =>
  new AppError('phone_provider_disabled', 400, 'Phone signups are disabled')

export const alreadyRegistered = () =>
  new AppError('user_already_exists', 422, 'User already registered')

export const insufficientAal = () =>
  new AppError(
    'insufficient_aal',
    401,
    'AAL2 session is required to update email or password when MFA is enabled.',
  )

export const managedBySso = () =>
  new AppError(
    'user_sso_managed',
    422,
    'Updating email, phone, password of a SSO account only possible via SSO',
  )

export const anonymousNeedsAddress = () =>
  new AppError(
    'validation_failed',
    422,
    'Updating password of an anonymous user without an email or phone is not allowed',
  )

export const confirmationMismatch = () =>
  new AppError('confirmation_mismatch', 400, 'The address typed is not the one of this account')

export const proofTooOld = () =>
  new AppError('reauthentication_needed', 403, 'Please prove once more that it is you')
