import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { inRequest, type Log } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
import { type FramedRequest, type Handler, headerText, pathOf } from './framed-request.ts'

type Needs = {
  log: Log
  metrics: Metrics
  addressOf: (peer: string, forwardedFor: string | undefined) => string
  /** The site uses https. */
  isSecure: boolean
}

const REQUEST_ID = /^[\w.-]{8,64}$/

/** The client disconnected before the answer. */
const LEFT_EARLY = 499

/** Wraps every request: its id, its client, common headers, its log line and its metrics. */
export function requestFrame(
  { log, metrics, addressOf, isSecure }: Needs,
  serve: Handler,
): Handler {
  const headers = securityHeaders({ isSecure })
  const report = (incoming: FramedRequest, outgoing: ServerResponse, began: number) => {
    const { requestId, clientAddress, method = '' } = incoming
    const path = pathOf(incoming)
    const status = outgoing.headersSent ? outgoing.statusCode : LEFT_EARLY
    const seconds = (performance.now() - began) / 1000

    metrics.requestAnswered(surfaceOf(path), method, status, seconds)
    inRequest(requestId, () =>
      log.info({ method, path, status, ms: Math.round(seconds * 1000), client: clientAddress }),
    )
  }

  return (incoming, outgoing) => {
    const began = performance.now()
    const { headers: sent, socket } = incoming
    incoming.requestId = requestIdOf(headerText(sent['x-request-id']))
    incoming.clientAddress = addressOf(
      socket.remoteAddress ?? '',
      headerText(sent['x-forwarded-for']),
    )
    outgoing.setHeader('x-request-id', incoming.requestId)
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    outgoing.once('close', () => report(incoming, outgoing, began))

    inRequest(incoming.requestId, () => serve(incoming, outgoing))
  }
}

const requestIdOf = (given: string | undefined): string =>
  given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()

/** A fixed set of names, so that metrics do not grow with made-up paths. */
function surfaceOf(path: string): string {
  const api = /^\/(auth|rest|storage|functions)\/v1(?=\/|$)/.exec(path)
  if (api?.[1]) return api[1]
  if (path.startsWith('/webhooks/')) return 'webhooks'
  if (path.startsWith('/assets/')) return 'assets'

  return /^\/(healthz|readyz|metrics)$/.test(path) ? 'health' : 'pages'
}

type Options = { isSecure: boolean }

/** For every answer. Pages add their Content-Security-Policy. */
const securityHeaders = ({ isSecure }: Options): [name: string, value: string][] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ...(isSecure ? [HTTPS_ONLY] : []),
]

const HTTPS_ONLY: [string, string] = [
  'strict-transport-security',
  'max-age=63072000; includeSubDomains',
]
