import type { MiddlewareHandler } from 'hono'
import { AppError } from '#errors/app-error.ts'

/** Nobody waits longer for an answer; what was begun may still be finished. */
export function timeLimit(limitMs: number): MiddlewareHandler {
  return async (_c, next) => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(timedOut()), limitMs)
    })

    try {
      await Promise.race([next(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

const timedOut = () =>
  new AppError('request_timeout', 504, 'Processing this request timed out, please retry')
