type Refused =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'redirect_uri_mismatch'
  | 'unsupported_grant_type'

/** Google, unlike GitHub, answers errors with an error status. */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal'
  readonly error: Refused

  constructor(error: Refused, description: string) {
    super(description)
    this.error = error
  }

  get status() {
    return this.error === 'invalid_client' ? (401 as const) : (400 as const)
  }

  get body() {
    return { error: this.error, error_description: this.message }
  }
}
