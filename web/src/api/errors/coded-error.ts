/** An error with a code, like those of the server. `userMessage` has the text for each code. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: string

  constructor(code: string, message = '', options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
