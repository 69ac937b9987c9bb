import { AppError } from '#errors/app-error.ts'
import { echo } from '#errors/echo.ts'
import { validationFailed } from '#identity/errors.ts'

// Errors before the redirect to a provider

export const unsupportedProvider = (why: string) => validationFailed(`Unsupported provider: ${why}`)

export const invitationNotFound = () =>
  new AppError('user_not_found', 404, 'No invitation belongs to this token')

// Errors in the callback, before the state is resolved to an attempt

export const stateMissing = () =>
  new AppError('bad_oauth_callback', 400, 'OAuth state parameter missing')

export const stateInvalid = () => new AppError('bad_oauth_state', 400, 'OAuth state is invalid')

export const stateExpired = () => new AppError('bad_oauth_state', 400, 'OAuth state has expired')

export const stateUsed = () =>
  new AppError('flow_state_already_used', 400, 'OAuth state has already been used')

// Errors after the provider's answer

export const codeMissing = () =>
  new AppError('bad_oauth_callback', 400, 'OAuth callback with missing authorization code')

/** Specification, section 5. */
export const emailMissing = () =>
  new AppError('validation_failed', 400, 'OAuth user must have an email address')

export const emailNeedsVerification = (provider: string) =>
  new AppError(
    'provider_email_needs_verification',
    422,
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  )

export const emailNotProven = (provider: string) =>
  new AppError(
    'provider_email_needs_verification',
    422,
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )

export const severalAccounts = () =>
  new AppError('unexpected_failure', 500, 'Multiple accounts with the same email address detected')

export const invitedAddressMismatch = () =>
  validationFailed('Invited email does not match emails from external provider')

// Errors of manual linking and unlinking

export const unexpectedAudience = () =>
  new AppError('unexpected_audience', 403, "Token audience doesn't match request audience")

export const linkingDisabled = () =>
  new AppError('manual_linking_disabled', 404, 'Manual linking is disabled')

export const alreadyLinked = () =>
  new AppError('identity_already_exists', 422, 'Identity is already linked')

export const linkedElsewhere = () =>
  new AppError('identity_already_exists', 422, 'Identity is already linked to another user')

export const identityIdNoUuid = () =>
  new AppError('validation_failed', 404, 'identity_id must be an UUID')

export const identityNotFound = () =>
  new AppError('identity_not_found', 422, "Identity doesn't exist")

export const lastIdentity = () =>
  new AppError(
    'single_identity_not_deletable',
    422,
    'User must have at least 1 identity after unlinking',
  )

export const carriesAddress = () =>
  new AppError(
    'email_conflict_identity_not_deletable',
    422,
    'Unable to unlink the identity that carries the email address of the account, change the address first',
  )

// Errors of id tokens

/** Clients of every API version read these in OAuth's `error` and `error_description`. */
export class IdTokenRefused extends AppError {
  readonly oauthError: string

  constructor(oauthError: string, description: string) {
    super('validation_failed', 400, description)
    this.oauthError = oauthError
  }
}

export const providerDisabled = (issuer: string) =>
  new AppError('provider_disabled', 400, `Provider (issuer "${echo(issuer)}") is not enabled`)
