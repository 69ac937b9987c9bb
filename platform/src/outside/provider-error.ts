/**
 * - `code_refused`: the code is wrong, used or too old; the person must begin again
 * - `token_refused`: a token is no longer accepted; the person must connect again
 * - `email_unverified`: the provider wants the person to verify the address first
 * - `identity_refused`: what was said about the person cannot be believed
 * - `misconfigured`: our registration with the provider is wrong; for the operator to mend
 * - `rate_limited`: we asked too often; `retryAfterS` says how long to wait
 * - `unavailable`: no answer in time, or none that we understand
 */
export type ProviderFailure =
  | 'code_refused'
  | 'token_refused'
  | 'email_unverified'
  | 'identity_refused'
  | 'misconfigured'
  | 'rate_limited'
  | 'unavailable'

type Details = {
  /** The provider's own error code and message. */
  providerCode?: string | undefined
  providerMessage?: string | undefined
  retryAfterS?: number | undefined
  cause?: unknown
}

/**
 * A call to a provider failed. Areas decide what that means to their callers. Neither message nor cause contains
 * what was sent or received, since that includes codes and tokens.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly provider: string
  readonly failure: ProviderFailure
  readonly providerCode: string | null
  readonly providerMessage: string | null
  readonly retryAfterS: number | undefined

  constructor(provider: string, failure: ProviderFailure, what: string, details: Details = {}) {
    super(`${provider}: ${what}`, { cause: details.cause })
    this.provider = provider
    this.failure = failure
    this.providerCode = details.providerCode ?? null
    this.providerMessage = details.providerMessage ?? null
    this.retryAfterS = details.retryAfterS
  }
}
