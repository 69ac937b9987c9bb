import type { MiddlewareHandler } from 'hono'
import { within } from '#clock/within.ts'
import { AppError } from '#errors/app-error.ts'

export function timeLimit(limitMs: number): MiddlewareHandler {
  return (_c, next) => within(limitMs, next(), timedOut)
}

const timedOut = () =>
  new AppError('request_timeout', 504, 'Processing this request timed out, please retry')
