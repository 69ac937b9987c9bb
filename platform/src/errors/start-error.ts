/** The program cannot start for a reason that an operator can fix; printed as one sentence without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
