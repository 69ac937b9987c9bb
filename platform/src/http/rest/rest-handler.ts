import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { responseHeadersNotUsable } from '#data-api/errors/request-errors.ts'
import { type FramedRequest, type Handler, headerText, pathOf } from '#http/frame/framed-request.ts'
import type { Log } from '#log/log.ts'
import { answerRequest } from './answer-request.ts'
import type { RestNeeds } from './context.ts'
import { exposedHeaders, preflightAnswer, withCors } from './cors.ts'
import { failureAnswer } from './failures.ts'
import type { Answer, RestRequest } from './rest-request.ts'
import { trySend } from './try-send.ts'
import { wholeBody } from './whole-body.ts'

type Needs = RestNeeds & {
  log: Log
  mountedAt: string
  /** The parameter that carries a key instead of a filter, if there is one. */
  keyParameter: string | undefined
}

/** Ten thousand rows fit. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024

/**
 * The data API. Every address and method is its own to judge, so it has no routes and goes straight from Node's
 * request to Node's answer: what a framework does on the way would be a tenth of its work.
 */
export function restHandler(needs: Needs): Handler {
  const { keyParameter, log, mountedAt } = needs
  const exposed = exposedHeaders(needs.options.alsoExposed)

  const answer = async (request: RestRequest): Promise<Answer> => {
    try {
      return await answerRequest(needs, request)
    } catch (error) {
      return failureAnswer(error, log)
    }
  }
  const serve = async (incoming: FramedRequest, outgoing: ServerResponse) => {
    const sent = restRequest(incoming, outgoing, mountedAt)
    const request = keyParameter === undefined ? sent : withoutKeyParameter(sent, keyParameter)
    const said = preflightAnswer(request) ?? withCors(request, await answer(request), exposed)

    if (!trySend(outgoing, request, said)) {
      const failure = failureAnswer(responseHeadersNotUsable(), log)
      trySend(outgoing, request, withCors(request, failure, exposed))
    }
  }

  return (incoming, outgoing) => {
    serve(incoming, outgoing).catch((err: unknown) => {
      log.error({ err }, 'an answer of the data API could not be sent')
      outgoing.destroy()
    })
  }
}

function restRequest(
  incoming: FramedRequest,
  outgoing: ServerResponse,
  mountedAt: string,
): RestRequest {
  const { headers, method = '', url = '/' } = incoming
  const path = pathOf(incoming)

  return {
    method,
    // Standing alone, nobody has looked behind proxies.
    clientAddress: incoming.clientAddress || (incoming.socket.remoteAddress ?? ''),
    mountedAt,
    path: path.slice(mountedAt.length) || '/',
    queryString: url.slice(path.length + 1),
    header: (name) => headerText(headers[name]),
    headers: () => withoutCookies(headers),
    body: () => bodyOf(incoming, outgoing),
  }
}

/** One that was given up is not read to its end: the connection closes instead. */
async function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Buffer> {
  try {
    return await wholeBody(incoming, BODY_LIMIT_BYTES)
  } catch (error) {
    outgoing.setHeader('connection', 'close')
    throw error
  }
}

function withoutCookies(headers: IncomingHttpHeaders): Record<string, string> {
  const others: Record<string, string> = {}
  for (const name in headers) {
    if (name !== 'cookie') others[name] = headerText(headers[name]) ?? ''
  }
  return others
}

/**
 * A key may stand in the address where no header can be set. It is a key then and no filter, and
 * counts when no header shows another.
 */
function withoutKeyParameter(request: RestRequest, name: string): RestRequest {
  if (!request.queryString.includes(`${name}=`)) return request
  const parts = request.queryString.split('&')
  const isKey = (part: string) => part.startsWith(`${name}=`)
  const [key] = parts.filter(isKey)
  if (key === undefined) return request
  const value = new URLSearchParams(key).get(name) ?? ''

  return {
    ...request,
    queryString: parts.filter((part) => !isKey(part)).join('&'),
    header: (wanted) => request.header(wanted) ?? (wanted === name ? value : undefined),
  }
}
