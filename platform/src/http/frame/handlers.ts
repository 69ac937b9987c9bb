import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { inRequest } from '#log/request-scope.ts'
import type { RequestContext } from './context.ts'
import type { Handler } from './framed-request.ts'

/** Runs a Hono app. Its log lines carry the request's id. */
export function honoHandler(app: Hono<RequestContext>): Handler {
  // Health checks of balancers speak HTTP/1.0, which needs no Host header. Without a name their requests would be 400.
  const serve = getRequestListener((request, env) => app.fetch(request, env), {
    hostname: 'localhost',
  })

  return (incoming, outgoing) => {
    void inRequest(incoming.requestId, () => serve(incoming, outgoing), incoming.trace)
  }
}

/** Passes requests below a base path to one handler and all others to another. */
export const mount =
  (base: string, surface: Handler, others: Handler): Handler =>
  (incoming, outgoing) =>
    isBelow(base, incoming.url ?? '/') ? surface(incoming, outgoing) : others(incoming, outgoing)

function isBelow(base: string, address: string): boolean {
  if (!address.startsWith(base)) return false
  const next = address[base.length]

  return next === undefined || next === '/' || next === '?'
}
