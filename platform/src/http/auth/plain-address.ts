import type { MiddlewareHandler } from 'hono'
import { validationFailed } from '#identity/errors.ts'

/** PostgreSQL keeps no NUL, so none gets any further than this; bodies are looked at when they are read. */
export const plainAddress: MiddlewareHandler = async (c, next) => {
  if (/%00/.test(c.req.url)) throw validationFailed('The address holds a character that cannot be')

  await next()
}
