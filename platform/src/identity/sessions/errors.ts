import { AppError } from '#errors/app-error.ts'

// Errors of identifying the caller

export const noBearer = () =>
  new AppError('no_authorization', 401, 'This endpoint requires a valid Bearer token')

export const badJwt = (why: string) =>
  new AppError('bad_jwt', 403, `invalid JWT: unable to parse or verify signature, ${why}`)

export const missingSub = () => new AppError('bad_jwt', 403, 'invalid claim: missing sub claim')

export const subNoUuid = () =>
  new AppError('bad_jwt', 400, 'invalid claim: sub claim must be a UUID')

export const userOfTokenGone = () =>
  new AppError('user_not_found', 403, 'User from sub claim in JWT does not exist')

export const sessionOfTokenGone = () =>
  new AppError('session_not_found', 403, 'Session from session_id claim in JWT does not exist')

export const adminSessionOver = () =>
  new AppError('session_expired', 403, 'Session from session_id claim in JWT does not exist')

export const aal2Required = () =>
  new AppError('insufficient_aal', 403, 'AAL2 session is required for this when MFA is enabled.')

// Errors of refreshing

export const refreshTokenNotValid = () =>
  new AppError('validation_failed', 400, 'Refresh token is not valid')

export const refreshTokenNotFound = () =>
  new AppError('refresh_token_not_found', 400, 'Invalid Refresh Token: Refresh Token Not Found')

export const refreshTokenAlreadyUsed = () =>
  new AppError('refresh_token_already_used', 400, 'Invalid Refresh Token: Already Used')

export const refreshedUserBanned = () =>
  new AppError('user_banned', 400, 'Invalid Refresh Token: User Banned')

export const refreshedSessionGone = () =>
  new AppError('session_not_found', 400, 'Invalid Refresh Token: No Valid Session Found')

export const refreshedSessionOver = () =>
  new AppError('session_expired', 400, 'Invalid Refresh Token: Session Expired')

export const refreshConflict = () =>
  new AppError('conflict', 409, 'Too many concurrent token refresh requests on the same session')
