import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'

export const notAdmin = () =>
  new AppError('not_admin', 403, "You don't have permission to do this.")

export const factorNotUsed = () =>
  new AppError('insufficient_aal', 403, 'A second factor is required for this')

export const factorMissing = () =>
  new AppError('insufficient_aal', 403, 'Set up two-factor authentication first')

export const ownAccount = () =>
  new AppError('own_account', 409, 'You cannot do this to your own account')

export const isAnAdmin = () => new AppError('is_admin', 409, 'Take the admin role away first')

export const userNotFound = () => new AppError('user_not_found', 404, 'User not found')

export const oauthServerOff = () =>
  new AppError('feature_disabled', 404, 'The OAuth 2.1 server is disabled')

export const ssoProviderEnabled = () =>
  new AppError('sso_provider_enabled', 409, 'Disable this SSO provider first')

// Feedback

export const feedbackNotFound = () => new AppError('feedback_not_found', 404, 'Feedback not found')

/** Visitors, and accounts whose address nobody has confirmed. */
export const senderUnreachable = () =>
  new AppError('sender_unreachable', 409, 'The sender has no confirmed email address')

export const repliedMeanwhile = () =>
  new AppError(
    'changed_meanwhile',
    409,
    'Somebody else changed this in the meantime. You now see the latest state.',
  )

export const feedbackRepoMissing = () =>
  new AppError('feedback_repo_missing', 503, 'No repository for feedback is configured')

export const issueRefused = (message: string) =>
  new AppError('issue_refused', 409, `GitHub refused the issue: ${message}`)

const RETRY_AFTER_S = 5

export const githubUnavailable = (cause: unknown, retryAfterS = RETRY_AFTER_S) =>
  new AppError('GITHUB_UNAVAILABLE', 503, 'GitHub does not answer right now', {
    cause,
    retryAfterS,
  })

export const githubLimit = (cause: unknown, retryAfterS = 60) =>
  new AppError('over_request_rate_limit', 429, 'GitHub was asked too often', { cause, retryAfterS })

export function githubFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error

  return error.failure === 'rate_limited'
    ? githubLimit(error, error.retryAfterS)
    : githubUnavailable(error, error.retryAfterS)
}

// Operations

/** Also used if another admin has already handled it. */
export const notInList = () => new AppError('not_found', 404, 'This is no longer in the list')

export const retriedAlready = () =>
  new AppError('already_running', 409, 'Another job for the same subject is being retried')

/** The text comes from the contract. */
export const linkExpired = () =>
  new AppError('link_expired', 409, 'Its link has expired. Send a new one.')

export const noAddress = () => new AppError('conflict', 409, 'This account has no email address')

export const alreadyReconciling = () =>
  new AppError('already_running', 409, 'A reconciliation is already running')

export const billingMissing = () =>
  new AppError('billing_not_configured', 503, 'Billing is not set up')

/** The list shows the reason. */
export const cloneRefused = () =>
  new AppError('clone_refused', 409, 'The copy could not be deleted')
