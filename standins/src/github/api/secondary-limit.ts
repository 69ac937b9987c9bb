import { createMiddleware } from 'hono/factory'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { ApiEnv } from './api-env.ts'
import { secondaryLimited } from './errors.ts'

const WINDOW_MS = 60 * 1000
const POINTS = 900
const CREATIONS = 80

/** Visible writes. Git objects are not visible before a ref points at them. */
const CREATES =
  /^\/(?:repos\/[^/]+\/[^/]+\/(?!git\/(?:blobs|trees))|user\/repos|orgs\/[^/]+\/repos)/

type Minute = { startedAt: number; points: number; creations: number }

/** Against bursts: reading costs one point, writing five; creations are counted separately. Kept in RAM only. */
export function limitBursts({ clock }: GithubNeeds) {
  const minutes = new Map<string, Minute>()

  return createMiddleware<ApiEnv>(async (c, next) => {
    const now = clock.now()
    const { key } = c.get('counted')
    const known = minutes.get(key)
    const isOver = !known || now < known.startedAt || now >= known.startedAt + WINDOW_MS
    const minute = isOver ? { startedAt: now, points: 0, creations: 0 } : known
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    minutes.set(key, minute)
    minute.points += isRead ? 1 : 5
    if (!isRead && CREATES.test(c.req.path)) minute.creations += 1

    if (minute.points > POINTS || minute.creations > CREATIONS) {
      throw secondaryLimited(Math.ceil((minute.startedAt + WINDOW_MS - now) / 1000))
    }
    return next()
  })
}
