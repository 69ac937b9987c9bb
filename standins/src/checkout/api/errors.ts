import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Problem = {
  detail: string
  title: string
  source?: { pointer: string } | { parameter: string }
}

/** An error answer. Most have JSON:API's shape, the limiter has Laravel's. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly status: ContentfulStatusCode
  readonly body: unknown

  constructor(status: ContentfulStatusCode, problem: Problem | { message: string }) {
    super('message' in problem ? problem.message : problem.detail)
    this.status = status
    this.body =
      'message' in problem
        ? problem
        : { jsonapi: { version: '1.0' }, errors: [{ ...problem, status: String(status) }] }
  }
}

export const unauthenticated = () =>
  new ApiRefusal(401, { detail: 'Unauthenticated.', title: 'Unauthorized' })

export const notFound = () =>
  new ApiRefusal(404, { detail: 'The requested resource does not exist.', title: 'Not Found' })

export const notJson = () => new ApiRefusal(400, { detail: 'Syntax error.', title: 'Invalid JSON' })

export const notAcceptable = () =>
  new ApiRefusal(406, {
    detail:
      'The requested resource is capable of generating only content of type application/vnd.api+json.',
    title: 'Not Acceptable',
  })

export const unsupportedType = () =>
  new ApiRefusal(415, {
    detail: 'The request entity has a media type which the server or resource does not support.',
    title: 'Unsupported Media Type',
  })

export const invalidParameter = (parameter: string, detail: string) =>
  new ApiRefusal(400, { detail, title: 'Invalid Query Parameter', source: { parameter } })

export const unprocessable = (pointer: string, detail: string) =>
  new ApiRefusal(422, { detail, title: 'Unprocessable Entity', source: { pointer } })

export const unrelated = (relation: string) =>
  unprocessable(`/data/relationships/${relation}`, 'The related resource does not exist.')

export const tooManyAttempts = () => new ApiRefusal(429, { message: 'Too Many Attempts.' })
