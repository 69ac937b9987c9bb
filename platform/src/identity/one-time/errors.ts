import { AppError } from '#errors/app-error.ts'

export const codeExpired = () => new AppError('otp_expired', 403, 'Token has expired or is invalid')

export const linkExpired = () =>
  new AppError('otp_expired', 403, 'Email link is invalid or has expired')

export const flowNotFound = () =>
  new AppError('flow_state_not_found', 404, 'invalid flow state, no valid flow state found')

export const flowExpired = () =>
  new AppError('flow_state_expired', 422, 'invalid flow state, flow state has expired')

export const badVerifier = () =>
  new AppError(
    'bad_code_verifier',
    400,
    'code challenge does not match previously saved code verifier',
  )

export const otpDisabled = () => new AppError('otp_disabled', 422, 'Signups not allowed for otp')

export const smsNotSent = () =>
  new AppError(
    'sms_send_failed',
    422,
    'Error sending confirmation OTP to provider: no provider is set up',
  )

export const smsFailed = (cause: unknown) =>
  new AppError('sms_send_failed', 422, 'Error sending confirmation OTP to provider', { cause })

export const countryRefused = () =>
  new AppError('sms_send_failed', 422, 'No codes are sent to phone numbers of this country')

export const tooManyTexts = (retryAfterS: number) =>
  new AppError('over_sms_send_rate_limit', 429, 'SMS rate limit exceeded', { retryAfterS })

export const tooSoonForText = (retryAfterS: number) =>
  new AppError(
    'over_sms_send_rate_limit',
    429,
    `For security purposes, you can only request this after ${retryAfterS} seconds.`,
    { retryAfterS },
  )
