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
  /** Further fields of the answer, where a client looks for them. Nothing secret. */
  facts?: Readonly<Record<string, unknown>>
}

/**
 * The one error the server throws on purpose. It knows no HTTP dialect: each surface renders it in
 * its own shape. Anything else that reaches a door is a bug and leaves as `unexpected_failure`.
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
