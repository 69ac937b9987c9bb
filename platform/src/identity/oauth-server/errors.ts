import { AppError } from '#errors/app-error.ts'

export const clientNotFound = (status: 400 | 404 = 404) =>
  new AppError('oauth_client_not_found', status, 'OAuth client not found')

export const authorizationNotFound = () =>
  new AppError(
    'oauth_authorization_not_found',
    404,
    'This authorization request does not exist, or has expired',
  )

export const authorizationAnswered = () =>
  new AppError('validation_failed', 400, 'This authorization request has been answered')

export const consentNotFound = () =>
  new AppError('oauth_consent_not_found', 404, 'No grant for this OAuth client')

export const registrationDisabled = () =>
  new AppError(
    'oauth_dynamic_client_registration_disabled',
    403,
    'Dynamic client registration is disabled',
  )

export const secretlessClient = () =>
  new AppError('validation_failed', 400, 'A public client has no secret')

export const needsAccount = () =>
  new AppError('no_authorization', 403, 'Anonymous accounts cannot give access to an app')

/** RFC 6750's code, for tokens of an OAuth client. */
export const insufficientScope = () =>
  new AppError('insufficient_scope', 403, 'The token of this OAuth client does not allow this')

type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'access_denied'

/** A refusal of the token endpoint, which has the format of RFC 6749. */
export class TokenRefused extends AppError {
  readonly oauthError: TokenError

  constructor(oauthError: TokenError, message: string) {
    super('validation_failed', 400, message)
    this.oauthError = oauthError
  }
}

export const invalidGrant = (what: string) => new TokenRefused('invalid_grant', what)

export const invalidClient = () =>
  new TokenRefused('invalid_client', 'The client is unknown or its credentials are wrong')
