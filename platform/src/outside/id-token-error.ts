/**
 * - `not_verified`: not signed by the provider, over, or not belonging to the access token
 * - `wrong_audience`: made for somebody else's program
 * - `nonce_missing`: either the client or the id token has none
 * - `wrong_nonce`: both have one, but they do not belong together
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
