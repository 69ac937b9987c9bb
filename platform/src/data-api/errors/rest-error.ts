type Extra = ErrorOptions & {
  details?: unknown
  hint?: string | null
  headers?: Readonly<Record<string, string>>
}

/**
 * What the data API says when it refuses: PostgREST's and PostgreSQL's codes with their statuses. It
 * is no AppError, because its codes are strangers' and travel unchanged.
 */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message, extra)
    this.status = status
    this.code = code
    this.details = extra.details ?? null
    this.hint = extra.hint ?? null
    this.headers = extra.headers ?? {}
  }
}
