import { createMiddleware } from 'hono/factory'
import { isOver } from '#github/memory/limits.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { ApiEnv } from './api-env.ts'
import { secondaryLimited } from './errors.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Visible writes. Git objects are not visible before a ref points at them. */
const CREATES = /^\/(?:repos\/[^/]+\/[^/]+\/|user\/repos|orgs\/[^/]+\/repos)/
const GIT_OBJECTS = /^\/repos\/[^/]+\/[^/]+\/git\/(?:blobs|trees)/

type Window = { startedAt: number; points: number; creations: number }

/** Against bursts: reading costs one point, writing five; creations are counted separately. Kept in RAM only. */
export function limitBursts({ clock, memory: { limits } }: GithubNeeds) {
  const minutes = countingWindows(MINUTE_MS)
  const hours = countingWindows(HOUR_MS)

  return createMiddleware<ApiEnv>(async (c, next) => {
    const now = clock.now()
    const { key } = c.get('counted')
    const { pointsPerMinute, creationsPerMinute, creationsPerHour } = limits.state
    const cost = costOf(c.req, limits.state.countsGitObjects)
    const minute = minutes(key, now, cost)
    const hour = hours(key, now, cost)

    const isHourOver = isOver(hour.creations, creationsPerHour)
    const isMinuteOver =
      isOver(minute.points, pointsPerMinute) || isOver(minute.creations, creationsPerMinute)
    if (!isHourOver && !isMinuteOver) return next()

    const end = isHourOver ? hour.startedAt + HOUR_MS : minute.startedAt + MINUTE_MS
    throw secondaryLimited(Math.ceil((end - now) / 1000))
  })
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
