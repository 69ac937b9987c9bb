import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { catchUp } from '#checkout/billing/act.ts'
import type { CheckoutNeeds } from '#checkout/state/needs.ts'
import { API_KEY } from '#checkout/state/store.ts'
import { notAcceptable, tooManyAttempts, unauthenticated, unsupportedType } from './errors.ts'

const JSON_API = 'application/vnd.api+json'
const CALLS_A_MINUTE = 300
const MINUTE_MS = 60_000

export const requireJsonApi = createMiddleware(async (c, next) => {
  const accepted = c.req.header('accept') ?? ''
  if (!accepted.includes(JSON_API)) throw notAcceptable()
  const type = c.req.header('content-type') ?? ''
  if (c.req.method !== 'GET' && !type.startsWith(JSON_API)) throw unsupportedType()
  return next()
})

export const requireKey = createMiddleware(async (c, next) => {
  if (c.req.header('authorization') !== `Bearer ${API_KEY}`) throw unauthenticated()
  return next()
})

/** Kept in RAM: a restart resets the count. */
export function limitCalls({ clock }: CheckoutNeeds) {
  let window = { startedAt: 0, used: 0 }

  return createMiddleware(async (c, next) => {
    const now = clock.now()
    if (Math.abs(now - window.startedAt) >= MINUTE_MS) window = { startedAt: now, used: 0 }
    window.used += 1
    c.header('x-ratelimit-limit', String(CALLS_A_MINUTE))
    c.header('x-ratelimit-remaining', String(Math.max(0, CALLS_A_MINUTE - window.used)))
    if (window.used > CALLS_A_MINUTE) throw tooManyAttempts()
    return next()
  })
}

/** Plays due steps before a request is handled. */
export const playTimeFirst = (needs: CheckoutNeeds) =>
  createMiddleware(async (_c, next) => {
    await catchUp(needs)
    return next()
  })

export const answer = (c: Context, body: Record<string, unknown>, status: 200 | 201 = 200) =>
  c.body(JSON.stringify({ jsonapi: { version: '1.0' }, ...body }), status, {
    'content-type': JSON_API,
  })
