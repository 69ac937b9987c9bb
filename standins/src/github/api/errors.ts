import type { ContentfulStatusCode } from 'hono/utils/http-status'

const DOCS = 'https://docs.github.com/rest'

type Problem = { resource: string; code: string; field?: string; message?: string }

/** Thrown by any route, rendered by the API's error handler. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: ContentfulStatusCode
  readonly errors: Problem[] | undefined
  readonly headers: Record<string, string>
  readonly metadata: object | undefined

  constructor(
    status: ContentfulStatusCode,
    message: string,
    errors?: Problem[],
    headers: Record<string, string> = {},
    metadata?: object,
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.headers = headers
    this.metadata = metadata
  }

  get body() {
    return {
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.metadata && { metadata: this.metadata }),
      documentation_url: DOCS,
      status: String(this.status),
    }
  }
}

export const notFound = () => new Refusal(404, 'Not Found')
export const badCredentials = () => new Refusal(401, 'Bad credentials')
/** For a JWT; GitHub names the invalid claim. */
export const badJwt = (problem = 'A JSON web token could not be decoded') =>
  new Refusal(401, problem)
export const requiresAuthentication = () => new Refusal(401, 'Requires authentication')
/** GitHub's word for what calls: an app, or a fine-grained token. */
export type Accessor = 'integration' | 'personal access token'
export const notAccessible = (by: Accessor = 'integration', headers: Record<string, string> = {}) =>
  new Refusal(403, `Resource not accessible by ${by}`, undefined, headers)
export const notAdmin = () => new Refusal(403, 'Must have admin rights to Repository.')
export const notJson = () => new Refusal(400, 'Problems parsing JSON')
export const notAnObject = () => new Refusal(400, 'Body should be a JSON object')

export const validationFailed = (problem: Problem) =>
  new Refusal(422, 'Validation Failed', [problem])

export const missingField = (resource: string, field: string) =>
  validationFailed({ resource, code: 'missing_field', field })

export const emptyRepository = () => new Refusal(409, 'Git Repository is empty.')

/** A renamed repository redirects to its new name. */
export const moved = (to: string) =>
  new Refusal(301, 'Moved Permanently', undefined, { location: to })

export const rateLimited = (whom: string) =>
  new Refusal(403, `API rate limit exceeded for ${whom}. Wait until the window is over.`)

/** GitHub answers with either status, and does not always say when to retry. */
export const secondaryLimited = (status: 403 | 429, retryAfterS: number | null) =>
  new Refusal(
    status,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    undefined,
    retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) },
  )

export const requestTooLarge = () => new Refusal(413, 'Request Entity Too Large')

/** A malformed SHA is not treated as a missing one. */
export const malformedSha = (parameter: string) =>
  new Refusal(
    422,
    `The ${parameter} parameter must be exactly 40 characters and contain only [0-9a-f].`,
  )
