/**
 * - `not_verified`: bad signature, expired, or not issued with the access token
 * - `wrong_audience`: issued for a third party's client
 * - `nonce_missing`: only one of client and id token has a nonce
 * - `wrong_nonce`: both have one, but they do not match
 */
export type IdTokenProblem = 'not_verified' | 'wrong_audience' | 'nonce_missing' | 'wrong_nonce'

/** A client's id token was refused. Not a `ProviderError`, because the provider did not fail. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  readonly problem: IdTokenProblem
  /** The verified token's audience. */
  readonly audience: readonly string[]

  constructor(problem: IdTokenProblem, audience: readonly string[] = []) {
    super(`The id token was refused: ${problem}`)
    this.problem = problem
    this.audience = audience
  }
}
