import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Source = { pointer: string } | { parameter: string }

/** An error answer in JSON:API's shape; a `body` of its own replaces that. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly status: ContentfulStatusCode
  readonly body: unknown

  constructor(status: ContentfulStatusCode, title: string, detail: string, source?: Source) {
    super(detail)
    this.status = status
    const error = { detail, title, ...(source && { source }), status: String(status) }
    this.body = { jsonapi: { version: '1.0' }, errors: [error] }
  }
}

/** The vendor's limiter answers in Laravel's shape. */
export class TooManyAttempts extends ApiRefusal {
  override readonly body = { message: 'Too Many Attempts.' }

  constructor() {
    super(429, '', 'Too Many Attempts.')
  }
}

export const notFound = () =>
  new ApiRefusal(404, 'Not Found', 'The requested resource does not exist.')

export const invalidParameter = (parameter: string, detail: string) =>
  new ApiRefusal(400, 'Invalid Query Parameter', detail, { parameter })

export const unprocessable = (pointer: string, detail: string) =>
  new ApiRefusal(422, 'Unprocessable Entity', detail, { pointer })

export const unrelated = (relation: string) =>
  unprocessable(`/data/relationships/${relation}`, 'The related resource does not exist.')
