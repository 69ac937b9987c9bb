/** What was asked of the code host. */
export type GithubCall =
  | 'repositories'
  | 'profile'
  | 'search'
  | 'rateLimit'
  | 'repository'
  | 'commits'

/** The code host said no, or nothing at all. */
export class GithubError extends Error {
  override readonly name = 'GithubError'
  readonly call: GithubCall
  /** Zero when there was no answer. */
  readonly status: number
  /** Of a refusal that only time can mend: when the allowance is new. */
  readonly resetsAt: Date | null

  constructor(
    call: GithubCall,
    status: number,
    message: string,
    options: ErrorOptions & { resetsAt?: Date | null } = {},
  ) {
    super(message, options)
    this.call = call
    this.status = status
    this.resetsAt = options.resetsAt ?? null
  }
}

/** There is nothing to call with. The two are two texts of the specification (section 8). */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
  readonly missing: 'integration' | 'token'

  constructor(missing: 'integration' | 'token') {
    super()
    this.missing = missing
  }
}

/** The data API could not tell of the connection. */
export class IntegrationUnknown extends Error {
  override readonly name = 'IntegrationUnknown'
}
