import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RequestContext } from './context.ts'
import type { Serve } from './framed-request.ts'

/** Everything that has routes. */
export const honoServed = (app: Hono<RequestContext>): Serve =>
  getRequestListener((request, env) => app.fetch(request, env)) as Serve
