/** An error that is told by its code, like those of the server; `userMessage` knows the words. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: string

  constructor(code: string, message = '') {
    super(message)
    this.code = code
  }
}
