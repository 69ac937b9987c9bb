import { AppError } from '#errors/app-error.ts'
import { ProviderError } from '#outside/provider-error.ts'

/** Converts a provider's failure to an error for the waiting user. Used in `catch`: it always throws. */
export function providerFailed(error: unknown): never {
  throw error instanceof ProviderError ? asAppError(error) : error
}

function asAppError(cause: ProviderError): AppError {
  const { provider, providerMessage, retryAfterS } = cause
  const refused = () =>
    new AppError('bad_oauth_callback', 400, 'Unable to exchange external code', { cause })
  const unavailable = () =>
    new AppError('unexpected_failure', 503, `Unable to reach ${provider}, please try again later`, {
      cause,
      ...(retryAfterS !== undefined && { retryAfterS }),
    })

  switch (cause.failure) {
    case 'code_refused':
    case 'token_refused':
    case 'identity_refused':
      return refused()
    case 'email_unverified':
      return new AppError(
        'provider_email_needs_verification',
        422,
        providerMessage ?? `Verify the email with ${provider} in order to sign in`,
        { cause },
      )
    case 'misconfigured':
      return new AppError('unexpected_failure', 500, 'Unable to exchange external code', { cause })
    case 'rate_limited':
    case 'unavailable':
      return unavailable()
  }
}
