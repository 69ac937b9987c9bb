import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Fault, Faults } from './faults.ts'

type Env = { Bindings: HttpBindings }

const BODYLESS = [204, 205, 304]

/** Applies the configured faults to the calls they match. */
export const injectFaults = (faults: Faults) =>
  createMiddleware<Env>(async (c, next) => {
    const fault = await faults.consume(c.req.method, c.req.path)
    if (!fault) return next()

    if (fault.latencyMs) await faults.delay(fault)
    if (fault.drop === 'before') return dropConnection(c)

    if (fault.status === null) await next()
    else c.res = answerOf(fault, fault.status)

    if (fault.drop === 'after') replaceAnswer(c, dropConnection(c))
    else if (fault.malformed) replaceAnswer(c, await truncated(c.res))
    return
  })

function answerOf(fault: Fault, status: number): Response {
  if (BODYLESS.includes(status)) return new Response(null, { status, headers: fault.headers })
  if (typeof fault.body === 'string') {
    return new Response(fault.body, { status, headers: fault.headers })
  }

  return Response.json(fault.body, { status, headers: fault.headers })
}

/** Without the old content-length, so that the client notices only when it parses the body. */
async function truncated(whole: Response): Promise<Response> {
  const body = await whole.text()
  const headers = new Headers(whole.headers)
  headers.delete('content-length')

  return new Response(body.slice(0, Math.floor(body.length / 2)) || '{"', {
    status: BODYLESS.includes(whole.status) ? 200 : whole.status,
    headers,
  })
}

/** Hono would otherwise keep the old response's headers, its content-length included. */
function replaceAnswer(c: Context<Env>, answer: Response): void {
  c.res = undefined
  c.res = answer
}

function dropConnection(c: Context<Env>): Response {
  c.env.incoming.socket.resetAndDestroy()

  return RESPONSE_ALREADY_SENT
}
