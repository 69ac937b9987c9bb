import { AppError } from '@app/platform/errors/app-error.ts'
import { ProviderError } from '@app/platform/outside/provider-error.ts'
import type { Suspension } from '#outside/github/installations.ts'

export const notConfigured = () =>
  new AppError('GITHUB_NOT_CONFIGURED', 503, 'GitHub is not configured on this server')

// Errors of connecting

export const codeRequired = () =>
  new AppError('CODE_REQUIRED', 400, 'Authorization code is required')

/** The message comes from the specification: after any problem with a state, the member starts again. */
export const stateInvalid = () =>
  new AppError('STATE_INVALID', 400, 'Authorization code expired. Please try connecting again.')

/** The page searches for "incorrect or expired" in GitHub's own message. */
export function connectingFailed(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  const { failure, providerMessage, retryAfterS } = error
  const words = providerMessage ?? 'GitHub App authentication failed'

  switch (failure) {
    case 'code_refused':
      throw new AppError('BAD_VERIFICATION_CODE', 400, words, { cause: error })
    case 'email_unverified':
    case 'token_refused':
    case 'identity_refused':
      throw new AppError('GITHUB_AUTH_FAILED', 400, words, { cause: error })
    case 'misconfigured':
      throw new AppError('GITHUB_AUTH_FAILED', 500, 'GitHub App authentication failed', {
        cause: error,
      })
    default:
      throw new AppError('GITHUB_UNAVAILABLE', 503, 'GitHub does not answer right now', {
        cause: error,
        retryAfterS: retryAfterS ?? 5,
      })
  }
}

// Requests for a token: the published extension knows these texts and statuses.

export const noGithubApp = () =>
  new AppError('NO_GITHUB_APP', 404, 'No GitHub App integration found', {
    facts: { requires_auth: true },
  })

export const noAccessToken = (hasInstallation: boolean) =>
  new AppError('NO_ACCESS_TOKEN', 401, 'No access token found - re-authentication required', {
    facts: { requires_auth: true, has_installation: hasInstallation },
  })

export const tokenExpired = (expiredAt: Date, hasInstallation: boolean) =>
  new AppError(
    'TOKEN_EXPIRED_NO_REFRESH',
    401,
    'Access token expired and no refresh token available - re-authentication required',
    {
      facts: {
        requires_auth: true,
        has_installation: hasInstallation,
        expired_at: expiredAt.toISOString(),
      },
    },
  )

export const renewalFailed = (details: string, hasInstallation: boolean, cause?: unknown) =>
  new AppError('TOKEN_RENEWAL_FAILED', 401, 'Token renewal failed - re-authentication required', {
    cause,
    facts: { requires_auth: true, has_installation: hasInstallation, details },
  })

export const installationMissing = (
  username: string | null,
  installUrl: string | null,
  suspended: Suspension | null,
) =>
  new AppError('GITHUB_APP_INSTALLATION_MISSING', 409, 'The GitHub App is not installed', {
    facts: {
      has_installation: false,
      github_username: username,
      install_url: installUrl,
      ...(suspended && { suspended }),
    },
  })

/** Temporary: the client keeps its token and retries. */
export const retrievalFailed = (cause: unknown) =>
  new AppError('TOKEN_RETRIEVAL_ERROR', 500, 'Failed to retrieve GitHub token', {
    cause,
    retryAfterS: (cause instanceof ProviderError && cause.retryAfterS) || 5,
  })

// Errors of requesting an installation's token

export const noInstallation = () =>
  new AppError('NO_INSTALLATION', 404, 'No GitHub App installation found')

export const keyMissing = () =>
  new AppError('KEY_VALIDATION_ERROR', 500, 'The GitHub App key is missing or not accepted')

export const installationTokenFailed = (cause: unknown) =>
  new AppError('INSTALLATION_TOKEN_ERROR', 500, 'Failed to create an installation token', {
    cause,
  })

export const cleanupFailed = (cause: unknown) =>
  new AppError('CLEANUP_ERROR', 500, 'Cleanup failed', { cause })
