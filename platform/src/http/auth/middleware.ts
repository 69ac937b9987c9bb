import { setTimeout as pause } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '#errors/app-error.ts'
import { within } from '#errors/within.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { validationFailed } from '#identity/errors.ts'

/** Answers depend on user and time, unless a route sets its own header. */
export const noStore: MiddlewareHandler<RequestContext> = (c, next) => {
  c.env.outgoing.frameHeaders.push('cache-control', 'no-store')

  return next()
}

/** PostgreSQL cannot store NUL, so URLs containing one are refused here; bodies are checked when parsed. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (/%00/.test(c.req.url)) throw validationFailed('The address holds a character that cannot be')

  await next()
}

export function timeLimit(limitMs: number): MiddlewareHandler {
  return (_c, next) => within(limitMs, next(), timedOut)
}

const timedOut = () =>
  new AppError('request_timeout', 504, 'Processing this request timed out, please retry')

/** Known and unknown addresses cause different amounts of work. A minimum time hides the difference. */
const MINIMUM_MS = 100

export const minimumResponseTime: MiddlewareHandler = async (_c, next) => {
  const minimum = pause(MINIMUM_MS)
  await next()
  await minimum
}
