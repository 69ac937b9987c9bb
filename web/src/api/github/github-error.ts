/** The calls to the code host. */
export type GithubCall =
  | 'repositories'
  | 'profile'
  | 'search'
  | 'rateLimit'
  | 'repository'
  | 'commits'
  | 'installations'
  | 'account'

/** The code host refused the call or did not answer. */
export class GithubError extends Error {
  override readonly name = 'GithubError'
  readonly call: GithubCall
  /** Zero if there was no answer. */
  readonly status: number
  /** When the rate limit resets, if it is used up. */
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

/** There is no token for the call. The specification has separate texts for the two cases (section 8). */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
  readonly missing: 'integration' | 'token'

  constructor(missing: 'integration' | 'token') {
    super()
    this.missing = missing
  }
}

/** The data API could not load the record of the connection. */
export class IntegrationUnknown extends Error {
  override readonly name = 'IntegrationUnknown'
}
