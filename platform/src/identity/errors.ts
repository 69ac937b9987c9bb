import { AppError } from '#errors/app-error.ts'

// Clients of Supabase Auth compare these texts or show them to users.

export const validationFailed = (message: string) => new AppError('validation_failed', 400, message)

export const userNotFound = () => new AppError('user_not_found', 404, 'User not found')

export const userBanned = (status: 400 | 403 = 400) =>
  new AppError('user_banned', status, 'User is banned')

export const emailExists = () =>
  new AppError('email_exists', 422, 'A user with this email address has already been registered')

export const phoneExists = () =>
  new AppError('phone_exists', 422, 'A user with this phone number has already been registered')

export const notAdmin = (message = 'User not allowed') => new AppError('not_admin', 403, message)

export const emailLoginsDisabled = () =>
  new AppError('email_provider_disabled', 422, 'Email logins are disabled')

export const phoneLoginsDisabled = () =>
  new AppError('phone_provider_disabled', 422, 'Phone logins are disabled')

export const phoneUnsupported = () =>
  new AppError('phone_provider_disabled', 400, 'Unsupported phone provider')

export const tooManyMails = (retryAfterS: number) =>
  new AppError('over_email_send_rate_limit', 429, 'email rate limit exceeded', { retryAfterS })

export const tooSoonForMail = (retryAfterS: number) =>
  new AppError(
    'over_email_send_rate_limit',
    429,
    `For security purposes, you can only request this after ${retryAfterS} seconds.`,
    { retryAfterS },
  )
