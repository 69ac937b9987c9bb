import { createMiddleware } from 'hono/factory'
import { isOver } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { ApiEnv } from './api-env.ts'
import { type Refusal, secondaryLimited } from './errors.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Writes that create something. Whether blobs and trees are among them is a setting. */
const CREATES = /^\/(?:repos\/[^/]+\/[^/]+\/|user\/repos|orgs\/[^/]+\/repos)/
const GIT_OBJECTS = /^\/repos\/[^/]+\/[^/]+\/git\/(?:blobs|trees)/

type Window = { startedAt: number; points: number; creations: number }

/** Against bursts: reading costs one point, writing five; creations are counted separately. Kept in RAM only. */
export function limitBursts(needs: GithubNeeds) {
  const { clock } = needs
  const { limits } = needs.memory
  const refuse = secondaryRefusals(needs)
  const minutes = countingWindows(MINUTE_MS)
  const hours = countingWindows(HOUR_MS)
  const inFlight = new Map<string, number>()

  return createMiddleware<ApiEnv>(async (c, next) => {
    const now = clock.now()
    const { key } = c.get('counted')
    const { pointsPerMinute, creationsPerMinute, creationsPerHour, concurrentRequests } =
      limits.state
    const others = inFlight.get(key) ?? 0
    if (isOver(others + 1, concurrentRequests)) throw refuse(MINUTE_MS)
    const cost = costOf(c.req, limits.state.countsGitObjects)
    const minute = minutes(key, now, cost)
    const hour = hours(key, now, cost)

    if (isOver(hour.creations, creationsPerHour)) throw refuse(hour.startedAt + HOUR_MS - now)
    if (isOver(minute.points, pointsPerMinute) || isOver(minute.creations, creationsPerMinute)) {
      throw refuse(minute.startedAt + MINUTE_MS - now)
    }

    inFlight.set(key, others + 1)
    // Also when the client disconnects.
    c.env.outgoing.once('close', () => inFlight.set(key, (inFlight.get(key) ?? 1) - 1))
    return next()
  })
}

/** Statuses and `retry-after` vary from refusal to refusal, as GitHub's do. */
function secondaryRefusals({ memory: { limits } }: GithubNeeds) {
  let count = 0
  let sinceOmitted = 0

  return (waitMs: number): Refusal => {
    const { secondaryStatus, retryAfterRun } = limits.state
    const isOmitted = retryAfterRun !== null && sinceOmitted >= retryAfterRun
    const inTurn = count % 2 === 0 ? 403 : 429
    count += 1
    sinceOmitted = isOmitted ? 0 : sinceOmitted + 1

    return secondaryLimited(
      secondaryStatus === 403 || secondaryStatus === 429 ? secondaryStatus : inTurn,
      isOmitted ? null : Math.ceil(waitMs / 1000),
    )
  }
}

type Cost = Pick<Window, 'points' | 'creations'>

function costOf({ method, path }: { method: string; path: string }, countsObjects: boolean): Cost {
  if (method === 'GET' || method === 'HEAD') return { points: 1, creations: 0 }
  const isCreation = CREATES.test(path) && (countsObjects || !GIT_OBJECTS.test(path))

  return { points: 5, creations: isCreation ? 1 : 0 }
}

/** Adds to the caller's current window, or to a new one if that is over. */
function countingWindows(lengthMs: number) {
  const windows = new Map<string, Window>()

  return (key: string, now: number, { points, creations }: Cost): Window => {
    const known = windows.get(key)
    const isPast = !known || now < known.startedAt || now >= known.startedAt + lengthMs
    const window = isPast ? { startedAt: now, points: 0, creations: 0 } : known
    windows.set(key, window)
    window.points += points
    window.creations += creations
    return window
  }
}
