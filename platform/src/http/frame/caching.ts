import type { MiddlewareHandler } from 'hono'
import type { RequestContext } from './context.ts'

/** The request headers that decide who asks. */
export const CREDENTIALS = ['Authorization', 'apikey'] as const

/** No cache keeps what was answered to somebody. */
export const PERSONAL = 'private, no-store'

/** For surfaces whose answers depend on who asks. An answer with a rule of its own keeps that. */
export const personalAnswers: MiddlewareHandler<RequestContext> = (c, next) => {
  c.env.outgoing.frameHeaders.push('cache-control', PERSONAL, 'vary', CREDENTIALS.join(', '))

  return next()
}
