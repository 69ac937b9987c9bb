import type { MiddlewareHandler } from 'hono'
import type { RequestContext } from './context.ts'

/** The request headers that identify the caller. */
export const CREDENTIALS = ['Authorization', 'apikey'] as const

/** No cache stores answers to an identified caller. */
export const PERSONAL = 'private, no-store'

/** For surfaces whose answers depend on the caller. An answer that sets its own rule keeps it. */
export const personalAnswers: MiddlewareHandler<RequestContext> = (c, next) => {
  c.env.outgoing.frameHeaders.push('cache-control', PERSONAL, 'vary', CREDENTIALS.join(', '))

  return next()
}
