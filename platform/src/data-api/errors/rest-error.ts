type Extra = ErrorOptions & {
  details?: unknown
  hint?: string | null
  headers?: Readonly<Record<string, string>>
}

/**
 * An error of the data API, with PostgREST's and PostgreSQL's codes and statuses. It is no AppError, because its
 * codes are not from our list.
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
