import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { responseHeadersNotUsable } from '#data-api/errors/request-errors.ts'
import { PERSONAL } from '#http/frame/caching.ts'
import {
  type FramedRequest,
  type FramedResponse,
  type Handler,
  headerText,
  pathOf,
} from '#http/frame/framed-request.ts'
import type { Log } from '#log/log.ts'
import { withRequestId } from '#log/request-scope.ts'
import { answerRequest } from './answer-request.ts'
import type { RestNeeds } from './context.ts'
import { exposedHeaders, preflightAnswer, withCors } from './cors.ts'
import { failureAnswer } from './failures.ts'
import type { Answer, RestRequest } from './rest-request.ts'
import { wholeBody } from './whole-body.ts'

type Needs = RestNeeds & {
  log: Log
  mountedAt: string
  /** The query parameter that carries an API key, if configured. */
  keyParameter: string | undefined
}

/** Enough for ten thousand rows. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024

/**
 * Serves the data API. It routes paths and methods itself and uses Node's request directly; a framework would add 10 % to its cost.
 */
export function restHandler(needs: Needs): Handler {
  const { keyParameter, log, mountedAt } = needs
  const exposed = exposedHeaders(needs.options.alsoExposed)
  const { vary, addCacheControl } = caching(needs.options.credentialHeaders)

  const failure = (error: unknown, { requestId, trace }: FramedRequest): Answer =>
    withRequestId(requestId, () => failureAnswer(error, log), trace)
  const serve = async (incoming: FramedRequest, outgoing: FramedResponse) => {
    const sent = restRequest(incoming, outgoing, mountedAt)
    const request = keyParameter === undefined ? sent : withoutKeyParameter(sent, keyParameter)
    addCacheControl(request, outgoing)
    let answer = preflightAnswer(request)
    if (!answer) {
      try {
        answer = await answerRequest(needs, request)
      } catch (error) {
        answer = failure(error, incoming)
      }
      answer = withCors(request, answer, exposed)
    }

    if (!trySend(outgoing, request, answer, vary)) {
      const refused = failure(responseHeadersNotUsable(), incoming)
      trySend(outgoing, request, withCors(request, refused, exposed), vary)
    }
  }

  return (incoming, outgoing) => {
    serve(incoming, outgoing).catch((err: unknown) => {
      const { requestId, trace } = incoming
      withRequestId(requestId, () => log.error({ err }, 'data API answer not sent'), trace)
      outgoing.destroy()
    })
  }
}

/** The frame adds the caching rule when the answer is sent, unless SQL set one. */
function caching(credentials: readonly string[]) {
  const names = credentials.map((name) => name.toLowerCase())
  const isAnonymous = ({ header }: RestRequest) => names.every((name) => header(name) === undefined)

  return {
    vary: ['Accept', 'Prefer', 'Range', ...credentials].join(', '),
    addCacheControl: (request: RestRequest, { frameHeaders }: FramedResponse) => {
      if (names.length === 0) return
      frameHeaders.push('cache-control', isAnonymous(request) ? 'no-cache' : PERSONAL)
    },
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
    // The standalone data API has no frame that sets this address.
    clientAddress: incoming.clientAddress || (incoming.socket.remoteAddress ?? ''),
    mountedAt,
    path: path.slice(mountedAt.length) || '/',
    queryString: url.slice(path.length + 1),
    trace: incoming.trace,
    header: (name) => headerText(headers[name]),
    headers: () => withoutCookies(headers),
    body: () => bodyOf(incoming, outgoing),
  }
}

/** A refused body is not fully read: the connection closes instead. */
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

/** The key may be in the query string, for callers that cannot set headers. It is then not a filter, and a header takes precedence. */
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

/** SQL must not override an answer's length and transfer headers. */
const isOurs = (name: string): boolean =>
  OURS.some((ours) => ours.length === name.length && ours === name.toLowerCase())
const OURS = ['connection', 'content-length', 'transfer-encoding']

/** Returns false, with nothing sent, if a header is invalid, which SQL can cause. */
function trySend(
  outgoing: ServerResponse,
  { method }: RestRequest,
  answer: Answer,
  vary: string,
): boolean {
  const { status, headers, body } = answer
  const isBodiless = method === 'HEAD' || status === 204 || status === 304
  const text = isBodiless ? undefined : (body ?? '')
  const lines = ['vary', vary]
  for (const [name, value] of headers) if (!isOurs(name)) lines.push(name, value)
  if (text !== undefined) lines.push('content-length', String(Buffer.byteLength(text)))

  try {
    outgoing.writeHead(status, lines)
  } catch (error) {
    if (outgoing.headersSent) throw error
    for (let i = 0; i < lines.length; i += 2) outgoing.removeHeader(lines[i] ?? '')
    return false
  }
  outgoing.end(text)
  return true
}
