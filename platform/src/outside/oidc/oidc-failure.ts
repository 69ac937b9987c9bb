import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { ProviderError, type ProviderFailure } from '#outside/provider-error.ts'
import type { ProviderName } from '#outside/sign-in-provider.ts'

const FAILURES: Readonly<Record<string, ProviderFailure>> = {
  invalid_client: 'misconfigured',
  invalid_grant: 'code_refused',
  invalid_request: 'misconfigured',
  redirect_uri_mismatch: 'misconfigured',
  unauthorized_client: 'misconfigured',
  unsupported_grant_type: 'misconfigured',
}

/** The library's errors contain whole responses, so only error codes are kept. */
export function oidcFailure(name: ProviderName, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof ResponseBodyError) {
    return refusedWith(name, FAILURES[error.error] ?? 'unavailable', error)
  }
  if (error instanceof AuthorizationResponseError) return refusedWith(name, 'code_refused', error)
  if (error instanceof ClientError) {
    const failure = error.code?.startsWith('OAUTH_JWT_') ? 'identity_refused' : 'unavailable'
    return new ProviderError(name, failure, `failed with ${error.code}: ${error.message}`)
  }

  return new ProviderError(name, 'unavailable', 'cannot be reached', { cause: error })
}

const refusedWith = (
  name: ProviderName,
  failure: ProviderFailure,
  refusal: { error: string; error_description?: string },
) =>
  new ProviderError(name, failure, `refused with ${refusal.error}`, {
    providerCode: refusal.error,
    providerMessage: refusal.error_description,
  })
