/**
 * - `unbelievable`: not signed by the provider, over, or not belonging to the access token
 * - `foreign_audience`: made for somebody else's program
 * - `one_sided_nonce`: either the client or the id token has none
 * - `wrong_nonce`: both have one, but they do not belong together
 */
export type IdTokenProblem = 'unbelievable' | 'foreign_audience' | 'one_sided_nonce' | 'wrong_nonce'

/** An id token from a client is invalid. This is not the provider's fault, hence not its error. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError'
  readonly problem: IdTokenProblem
  /** The audience, as far as it is verified. */
  readonly audience: readonly string[]

  constructor(problem: IdTokenProblem, audience: readonly string[] = []) {
    super(`The id token was refused: ${problem}`)
    this.problem = problem
    this.audience = audience
  }
}
