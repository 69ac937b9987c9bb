import type { ErrorCode } from '@app/contract/errors'

export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 413
  | 415
  | 416
  | 422
  | 429
  | 500
  | 502
  | 503
  | 504

type Options = ErrorOptions & {
  retryAfterS?: number
  /** Further fields of the response body. Must not contain secrets. */
  facts?: Readonly<Record<string, unknown>>
}

/**
 * The only error that the server throws intentionally. It is independent of HTTP formats: each surface renders it in its own. Any other
 * error is a bug and is answered as `unexpected_failure`.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: ErrorStatus
  readonly retryAfterS: number | undefined
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, status: ErrorStatus, message: string, options?: Options) {
    super(message, options)
    this.code = code
    this.status = status
    this.retryAfterS = options?.retryAfterS
    this.facts = options?.facts ?? {}
  }
}
