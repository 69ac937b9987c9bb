import type { IncomingHttpHeaders } from 'node:http'
import { Hono, type Context as HonoContext } from 'hono'
import { limitBody } from '#http/frame/body-limit.ts'
import type { RequestContext } from '#http/frame/context.ts'
import type { Log } from '#log/log.ts'
import { answerRequest } from './answer-request.ts'
import type { RestNeeds } from './context.ts'
import { preflightAnswer, withCors } from './cors.ts'
import { failureAnswer } from './failures.ts'
import { withoutKeyParameter } from './key-parameter.ts'
import type { Answer, RestRequest } from './rest-request.ts'
import { wholeBody } from './whole-body.ts'

type Needs = RestNeeds & {
  log: Log
  mountedAt: string
  /** The parameter that carries a key instead of a filter, if there is one. */
  keyParameter: string | undefined
}

/** Ten thousand rows fit. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024

/** The data API. Every address and method is its own to judge: one handler, no layers to pass on the way. */
export function restRoutes(needs: Needs) {
  const { keyParameter, log, mountedAt } = needs

  return new Hono<RequestContext>().all('*', async (c) => {
    const sent = restRequest(c, mountedAt)
    const request = keyParameter === undefined ? sent : withoutKeyParameter(sent, keyParameter)
    const preflight = preflightAnswer(request)
    if (preflight) return respond(request, preflight)

    try {
      limitBody(c, BODY_LIMIT_BYTES)
      return respond(request, withCors(request, await answerRequest(needs, request)))
    } catch (error) {
      return respond(request, withCors(request, failureAnswer(error, log)))
    }
  })
}

function restRequest(c: HonoContext<RequestContext>, mountedAt: string): RestRequest {
  const { incoming } = c.env
  const address = incoming.url ?? '/'
  const question = address.indexOf('?')
  const path = question === -1 ? address : address.slice(0, question)

  return {
    method: c.req.method,
    mountedAt,
    path: path.slice(mountedAt.length) || '/',
    queryString: question === -1 ? '' : address.slice(question + 1),
    header: (name) => joined(incoming.headers[name]),
    headers: () => withoutCookies(incoming.headers),
    body: () => bodyOf(c),
  }
}

/** One without a declared length is counted while it comes (body-limit.ts), so it is taken from the counter. */
async function bodyOf({ env, req }: HonoContext<RequestContext>): Promise<Buffer> {
  return env.incoming.headers['transfer-encoding'] === undefined
    ? wholeBody(env.incoming)
    : Buffer.from(await req.arrayBuffer())
}

function withoutCookies(headers: IncomingHttpHeaders): Record<string, string> {
  const others: Record<string, string> = {}
  for (const name in headers) {
    if (name !== 'cookie') others[name] = joined(headers[name]) ?? ''
  }
  return others
}

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

function respond(request: RestRequest, { status, headers, body }: Answer): Response {
  const isBodiless = request.method === 'HEAD' || status === 204 || status === 304
  // Otherwise an empty body would be sent in pieces, none of them.
  const all = body === null && !isBodiless ? [...headers, EMPTY] : headers

  return new Response(isBodiless ? null : body, { status, headers: withVary(all) })
}

const VARY = 'Accept, Prefer, Range'
const EMPTY: Answer['headers'][number] = ['content-length', '0']

/** Plain where it can be, which is the quickest; a list where a name comes twice, as cookies do. */
function withVary(headers: Answer['headers']): Record<string, string> | Answer['headers'] {
  const record: Record<string, string> = {}
  for (const [name, value] of headers) {
    if (name in record) return [...headers, ['vary', VARY]]
    record[name] = value
  }
  if ('vary' in record) return [...headers, ['vary', VARY]]
  record.vary = VARY
  return record
}
