import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RequestContext } from './context.ts'
import type { Serve } from './framed-request.ts'

/** Everything that has routes. */
export const honoServed = (app: Hono<RequestContext>): Serve =>
  getRequestListener((request, env) => app.fetch(request, env)) as Serve

/** One surface below an address of its own; all other requests go on. */
export const under =
  (base: string, surface: Serve, others: Serve): Serve =>
  (incoming, outgoing) =>
    isBelow(base, incoming.url ?? '/') ? surface(incoming, outgoing) : others(incoming, outgoing)

function isBelow(base: string, address: string): boolean {
  if (!address.startsWith(base)) return false
  const next = address[base.length]

  return next === undefined || next === '/' || next === '?'
}
