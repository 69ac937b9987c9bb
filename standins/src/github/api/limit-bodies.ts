import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { ApiEnv } from './api-env.ts'
import { requestTooLarge } from './errors.ts'

/** Refuses a large request before it is in memory. */
export const limitBodies = ({ memory: { limits } }: GithubNeeds) =>
  createMiddleware<ApiEnv>((c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const maxSize = limits.state.requestBytes ?? Infinity
    const onError = () => {
      throw requestTooLarge()
    }

    return bodyLimit({ maxSize, onError })(c, next)
  })
