import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isOver } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { type Rate, RESOURCES, type Resource } from '#github/memory/rates.ts'
import { HOUR_MS, MINUTE_MS } from '#runtime/clock.ts'
import type { ApiEnv } from './api-env.ts'
import { rateLimited, secondaryLimited } from './errors.ts'

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

/** Reading the limits does not count against them. */
export const rateRoutes = ({ memory: { rates } }: GithubNeeds) =>
  new Hono<ApiEnv>().get('/rate_limit', (c) => {
    const who = c.get('counted')
    const core = rates.current(who, 'core')
    const resources = Object.fromEntries(RESOURCES.map((one) => [one, rates.current(who, one)]))
    showRate(c, 'core', core)

    // Newer versions have no `rate`.
    return c.json(c.get('version') > '2022-11-28' ? { resources } : { resources, rate: core })
  })

/** GitHub does not say whether blobs and trees count as creations, so here they do. */
const CREATES = /^\/(?:repos\/[^/]+\/[^/]+\/|user\/repos|orgs\/[^/]+\/repos)/

type Cost = { points: number; creations: number }

/** Against bursts: reading costs one point, writing five; creations are counted separately. Kept in RAM only. */
export function limitBursts({ clock, memory: { limits } }: GithubNeeds) {
  const minutes = countingWindows(MINUTE_MS)
  const hours = countingWindows(HOUR_MS)
  let refusals = 0
  let sinceOmitted = 0

  /** Statuses and `retry-after` vary from refusal to refusal, as GitHub's do. */
  const refusal = (waitMs: number) => {
    const { retryAfterRun } = limits.state
    const isOmitted = retryAfterRun !== null && sinceOmitted >= retryAfterRun
    sinceOmitted = isOmitted ? 0 : sinceOmitted + 1
    refusals += 1
    return secondaryLimited(
      refusals % 2 === 1 ? 403 : 429,
      isOmitted ? null : Math.ceil(waitMs / 1000),
    )
  }

  return createMiddleware<ApiEnv>(async (c, next) => {
    const now = clock.now()
    const { key } = c.get('counted')
    const { pointsPerMinute, creationsPerMinute, creationsPerHour } = limits.state
    const isWrite = !['GET', 'HEAD'].includes(c.req.method)
    const cost = {
      points: isWrite ? 5 : 1,
      creations: isWrite && CREATES.test(c.req.path) ? 1 : 0,
    }
    const minute = minutes(key, now, cost)
    const hour = hours(key, now, cost)

    if (isOver(hour.creations, creationsPerHour)) throw refusal(hour.startedAt + HOUR_MS - now)
    if (isOver(minute.points, pointsPerMinute) || isOver(minute.creations, creationsPerMinute)) {
      throw refusal(minute.startedAt + MINUTE_MS - now)
    }

    return next()
  })
}

/** Adds to the caller's current window, or to a new one if that is over. */
function countingWindows(lengthMs: number) {
  const windows = new Map<string, Cost & { startedAt: number }>()

  return (key: string, now: number, { points, creations }: Cost) => {
    const known = windows.get(key)
    const isPast = !known || now < known.startedAt || now >= known.startedAt + lengthMs
    const window = isPast ? { startedAt: now, points: 0, creations: 0 } : known
    windows.set(key, window)
    window.points += points
    window.creations += creations
    return window
  }
}
