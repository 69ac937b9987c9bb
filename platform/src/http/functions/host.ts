import { type Context, Hono } from 'hono'
import { AppError } from '#errors/app-error.ts'
import { within } from '#errors/within.ts'
import { bodyLimit } from '#http/frame/body-limit.ts'
import { personalAnswers } from '#http/frame/caching.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { functionsCors } from '#http/frame/cors.ts'
import type { Log } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
import { asSessionOver, type CallerNeeds, claimsOf, memberOf } from './callers.ts'
import { functionFailure, hostFailure } from './failures.ts'
import { noSuchFunction, tookTooLong, wrongMethod } from './refusals.ts'
import type { Call, ServerFunction } from './server-function.ts'

export type HostNeeds = CallerNeeds & {
  log: Log
  metrics: Pick<Metrics, 'functionAnswered'>
  /** The time limit of a function. */
  limitMs: number
}

const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Serves a table of functions: finds the function, checks its caller and enforces its time limit. A path and a query may follow the
 * function's name.
 */
export function functionHost<Needs>(
  functions: Readonly<Record<string, ServerFunction<Needs>>>,
  needs: Needs,
  host: HostNeeds,
) {
  const answer = async (c: Context<RequestContext>) => {
    const name = c.req.param('name') ?? ''
    const one = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!one) return hostFailure(noSuchFunction())

    const began = performance.now()
    const response = await answerInTime(one, c, needs, host)
    host.metrics.functionAnswered(name, response.status, (performance.now() - began) / 1000)
    return response
  }

  return new Hono<RequestContext>()
    .onError((error) => functionFailure(error, host.log))
    .use(functionsCors, personalAnswers, bodyLimit(BODY_LIMIT_BYTES))
    .all('/:name', answer)
    .all('/:name/*', answer)
    .all('*', () => hostFailure(noSuchFunction()))
}

async function answerInTime<Needs>(
  one: ServerFunction<Needs>,
  c: Context<RequestContext>,
  needs: Needs,
  host: HostNeeds,
): Promise<Response> {
  if (!one.methods.some((method) => method === c.req.method)) {
    const refusal = hostFailure(wrongMethod())
    refusal.headers.set('allow', one.methods.join(', '))
    return refusal
  }

  try {
    return sendable(await within(host.limitMs, run(one, c, needs, host), tookTooLong))
  } catch (error) {
    const over = asSessionOver(error)
    return over ? hostFailure(over) : functionFailure(error, host.log)
  }
}

/** Reads the body first, so that the caller is checked after a slow upload. */
async function run<Needs>(
  one: ServerFunction<Needs>,
  c: Context<RequestContext>,
  needs: Needs,
  host: HostNeeds,
): Promise<Response> {
  const request = await wholeRequest(c.req.raw)
  const work = await admitted(one, callOf(c, request, host), needs)

  return typeof work === 'function' ? work() : work
}

async function wholeRequest(request: Request): Promise<Request> {
  const { url, method, headers } = request
  // Avoids `request.body`, whose access creates a stream.
  const hasBody = headers.has('content-length') || headers.has('transfer-encoding')
  if (!hasBody || method === 'GET') return request

  return new Request(url, { method, headers, body: await request.arrayBuffer() })
}

/** An invalid status or header throws only on access; here it still counts as the function's crash. */
function sendable(response: Response): Response {
  const { status } = response
  void response.headers
  // Accessing the body creates a stream, so it is avoided if the status allows any body.
  const isStatus = Number.isInteger(status) && status >= 200 && status <= 599
  if (!isStatus || WITHOUT_BODY.has(status)) void response.body

  return response
}

const WITHOUT_BODY = new Set([204, 205, 304])

/** Refusing a caller is the host's error, even with the identity service's message. */
async function admitted<Needs>(one: ServerFunction<Needs>, call: Call, needs: Needs) {
  try {
    return await one.authorize(call, needs)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return hostFailure(error)
    throw error
  }
}

function callOf(c: Context<RequestContext>, request: Request, host: HostNeeds): Call {
  return {
    request,
    clientAddress: c.env.incoming.clientAddress,
    member: (scope) => memberOf(host, request, scope),
    role: async () => {
      const { role } = await claimsOf(host, request)
      return typeof role === 'string' ? role : 'anon'
    },
  }
}
