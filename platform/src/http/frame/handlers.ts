import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RequestContext } from './context.ts'
import type { Handler } from './framed-request.ts'

/** Everything that has routes. */
export const honoHandler = (app: Hono<RequestContext>): Handler =>
  getRequestListener((request, env) => app.fetch(request, env)) as Handler

/** One surface below an address of its own; all other requests go on. */
export const mount =
  (base: string, surface: Handler, others: Handler): Handler =>
  (incoming, outgoing) =>
    isBelow(base, incoming.url ?? '/') ? surface(incoming, outgoing) : others(incoming, outgoing)

function isBelow(base: string, address: string): boolean {
  if (!address.startsWith(base)) return false
  const next = address[base.length]

  return next === undefined || next === '/' || next === '?'
}
