import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Rate, RESOURCES, type Resource } from '#github/memory/rates.ts'
import type { ApiEnv } from './api-env.ts'
import { rateLimited } from './errors.ts'

/** Counts each call and returns the count in headers. A 304 is free for authenticated callers. */
export const countCalls = ({ memory: { rates } }: GithubNeeds) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const resource = c.req.path.startsWith('/search/') ? 'search' : 'core'
    const who = c.get('counted')
    if (rates.current(who, resource).remaining === 0) {
      showRate(c, resource, rates.current(who, resource))
      throw rateLimited(whom(c))
    }

    await rates.count(who, resource, 1)
    await next()
    if (c.res.status === 304 && !who.isAnonymous) await rates.count(who, resource, -1)

    showRate(c, resource, rates.current(who, resource))
  })

export function showRate(c: Context<ApiEnv>, resource: Resource, rate: Rate): void {
  for (const [name, value] of Object.entries(rate)) c.header(`x-ratelimit-${name}`, String(value))
  c.header('x-ratelimit-resource', resource)
}

const whom = (c: Context<ApiEnv>) => {
  const caller = c.get('caller')

  return caller ? `user ID ${caller.person.id}` : 'this address'
}

const WITHOUT_RATE = '2026-03-10'

/** Reading the limits does not count against them. */
export const rateRoutes = ({ memory: { rates } }: GithubNeeds) =>
  new Hono<ApiEnv>().get('/rate_limit', (c) => {
    const who = c.get('counted')
    const core = rates.current(who, 'core')
    const resources = Object.fromEntries(RESOURCES.map((one) => [one, rates.current(who, one)]))
    showRate(c, 'core', core)

    return c.json(c.get('version') >= WITHOUT_RATE ? { resources } : { resources, rate: core })
  })
