/**
 * The product cannot start, and the reason is the operator's to mend: printed as one sentence,
 * without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
