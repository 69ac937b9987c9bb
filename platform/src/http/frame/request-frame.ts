import { randomUUID } from 'node:crypto'
import type { ServerLog } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
import type { Trace } from '#log/trace.ts'
import type { Tracing } from '#log/tracing.ts'
import {
  type FramedRequest,
  type FramedResponse,
  type Handler,
  headerText,
  pathOf,
} from './framed-request.ts'

type Needs = {
  log: Pick<ServerLog, 'requestAnswered'>
  metrics: Pick<Metrics, 'requestAnswered'>
  addressOf: (peer: string, forwardedFor: string | undefined) => string
  /** null: nothing is traced. */
  tracing?: RequestTracing | null
  /** Whether the site uses https. */
  isSecure: boolean
}

export type RequestTracing = Pick<Tracing, 'requestEnded'> & {
  requestBegan(peer: string, traceParent: string | undefined): Trace
}

const REQUEST_ID = /^[\w.-]{8,64}$/

/** The client disconnected before the answer. */
const LEFT_EARLY = 499

/** Wraps every request: adds its id, client, common headers, log line and metrics. */
export function requestFrame(
  { log, metrics, addressOf, tracing, isSecure }: Needs,
  serve: Handler,
): Handler {
  const headers = securityHeaders({ isSecure })
  const report = (incoming: FramedRequest, outgoing: FramedResponse, began: number) => {
    const { requestId, clientAddress: client, trace, method = '' } = incoming
    const path = pathOf(incoming)
    const isAnswered = outgoing.headersSent || outgoing.isUpgraded
    const status = isAnswered ? outgoing.statusCode : LEFT_EARLY
    const seconds = (performance.now() - began) / 1000

    metrics.requestAnswered(path, method, status, seconds)
    if (trace) tracing?.requestEnded(trace, { requestId, method, path, status })
    // Balancers and collectors ask every few seconds.
    if (status < 500 && isHealthCheck(path)) return
    const ms = Math.round(seconds * 1000)
    log.requestAnswered({ requestId, method, path, status, ms, client, traceId: trace?.traceId })
  }

  return (incoming, outgoing) => {
    const began = performance.now()
    const { headers: sent, socket } = incoming
    incoming.requestId = requestIdOf(headerText(sent['x-request-id']))
    incoming.clientAddress = addressOf(
      socket.remoteAddress ?? '',
      headerText(sent['x-forwarded-for']),
    )
    if (tracing) {
      const traceParent = headerText(sent.traceparent)
      incoming.trace = tracing.requestBegan(socket.remoteAddress ?? '', traceParent)
    }
    outgoing.frameHeaders = ['x-request-id', incoming.requestId, ...headers]
    outgoing.on('close', () => report(incoming, outgoing, began))

    serve(incoming, outgoing)
  }
}

const requestIdOf = (header: string | undefined): string =>
  header !== undefined && REQUEST_ID.test(header) ? header : randomUUID()

const isHealthCheck = (path: string) =>
  path === '/healthz' || path === '/readyz' || path === '/metrics'

type Options = { isSecure: boolean }

/** Added to every answer: alternating names and values. Pages add their Content-Security-Policy. */
const securityHeaders = ({ isSecure }: Options): string[] => [
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'strict-origin-when-cross-origin'],
  ...(isSecure ? ['strict-transport-security', 'max-age=63072000; includeSubDomains'] : []),
]
