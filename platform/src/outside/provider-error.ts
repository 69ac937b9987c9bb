/**
 * - `code_refused`: the code is wrong, used or too old; the user must begin again
 * - `token_refused`: a token is no longer accepted; the user must connect again
 * - `email_unverified`: the provider wants the user to verify the address first
 * - `identity_refused`: the identity data does not verify
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
  /** The provider's error code and message. */
  providerCode?: string | undefined
  providerMessage?: string | undefined
  retryAfterS?: number | undefined
  cause?: unknown
}

/**
 * A failed call to a provider. Each area maps it to its own error. Neither message nor cause contains sent or received data, which may
 * include codes and tokens.
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
