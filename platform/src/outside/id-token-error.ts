/**
 * - `not_verified`: not signed by the provider, over, or not belonging to the access token
 * - `wrong_audience`: made for somebody else's program
 * - `nonce_missing`: either the client or the id token has none
 * - `wrong_nonce`: both have one, but they do not belong together
 */
export type IdTokenProblem = 'not_verified' | 'wrong_audience' | 'nonce_missing' | 'wrong_nonce'

/** An id token that a client brought is not good. Not the provider's fault, hence not its error. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  readonly problem: IdTokenProblem
  /** For whom it was made, as far as it can be believed. */
  readonly audience: readonly string[]

  constructor(problem: IdTokenProblem, audience: readonly string[] = []) {
    super(`The id token was refused: ${problem}`)
    this.problem = problem
    this.audience = audience
  }
}
