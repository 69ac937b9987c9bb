import { randomUUID } from 'node:crypto'
import type { ServerLog } from '#log/log.ts'
import type { Metrics } from '#log/metrics.ts'
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
  /** Whether the site uses https. */
  isSecure: boolean
}

const REQUEST_ID = /^[\w.-]{8,64}$/

/** The client disconnected before the answer. */
const LEFT_EARLY = 499

/** Wraps every request: adds its id, client, common headers, log line and metrics. */
export function requestFrame(
  { log, metrics, addressOf, isSecure }: Needs,
  serve: Handler,
): Handler {
  const headers = securityHeaders({ isSecure })
  const report = (incoming: FramedRequest, outgoing: FramedResponse, began: number) => {
    const { requestId, clientAddress, method = '' } = incoming
    const path = pathOf(incoming)
    const isAnswered = outgoing.headersSent || outgoing.isUpgraded
    const status = isAnswered ? outgoing.statusCode : LEFT_EARLY
    const seconds = (performance.now() - began) / 1000

    metrics.requestAnswered(path, method, status, seconds)
    // Balancers and collectors ask every few seconds.
    if (status < 500 && isHealthCheck(path)) return
    const ms = Math.round(seconds * 1000)
    log.requestAnswered({ requestId, method, path, status, ms, client: clientAddress })
  }

  return (incoming, outgoing) => {
    const began = performance.now()
    const { headers: sent, socket } = incoming
    incoming.requestId = requestIdOf(headerText(sent['x-request-id']))
    incoming.clientAddress = addressOf(
      socket.remoteAddress ?? '',
      headerText(sent['x-forwarded-for']),
    )
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
