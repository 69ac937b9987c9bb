import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'
import type { BearerRefusal } from '#tokens/read-bearer.ts'

// Clients check for the hosted gateway's codes.

export const noSuchFunction = () =>
  new AppError('NOT_FOUND', 404, 'Requested function was not found')

export const wrongMethod = () => new AppError('method_not_allowed', 405, 'Method not allowed')

export const tookTooLong = () =>
  new AppError('IDLE_TIMEOUT', 504, 'The function did not answer in time')

export const noToken = () =>
  new AppError('UNAUTHORIZED_NO_AUTH_HEADER', 401, 'Missing authorization header')

export const noBearer = () =>
  new AppError('UNAUTHORIZED_INVALID_JWT_FORMAT', 401, "Auth header is not 'Bearer {token}'")

export const factorMissing = () =>
  new AppError('insufficient_aal', 403, 'A second factor is required for this')

/** RFC 6750's code, for tokens of an OAuth client. */
export const scopeMissing = () =>
  new AppError('insufficient_scope', 403, 'The token of this OAuth client does not allow this')

export const serviceOnly = () => new AppError('AccessDenied', 403, 'Service role required')

/** The gateway's code for a refused token, by its signing algorithm. */
export function badToken(token: string, reason: BearerRefusal): AppError {
  const algorithm = algorithmOf(token)
  if (reason === 'malformed' || algorithm === null) {
    return new AppError('UNAUTHORIZED_INVALID_JWT_FORMAT', 401, 'Invalid JWT')
  }
  if (algorithm === 'HS256') return new AppError('UNAUTHORIZED_LEGACY_JWT', 401, 'Invalid JWT')

  return ASYMMETRIC.includes(algorithm)
    ? new AppError('UNAUTHORIZED_ASYMMETRIC_JWT', 401, 'Invalid JWT')
    : new AppError(
        'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM',
        401,
        `Unsupported JWT algorithm ${echo(algorithm)}`,
      )
}

const ASYMMETRIC = ['ES256', 'ES512', 'RS256', 'RS512', 'EdDSA']

function algorithmOf(token: string): string | null {
  try {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    return typeof header.alg === 'string' ? header.alg.slice(0, 16) : null
  } catch {
    return null
  }
}
