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
  metrics: Metrics
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
    const status = outgoing.headersSent ? outgoing.statusCode : LEFT_EARLY
    const seconds = (performance.now() - began) / 1000

    metrics.requestAnswered(surfaceOf(path), method, status, seconds)
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

/** A fixed set of names, so that invented paths cannot multiply metrics. */
function surfaceOf(path: string): string {
  if (path.startsWith('/rest/v1/')) return 'rest'
  const api = /^\/(auth|rest|storage|functions)\/v1(?=\/|$)/.exec(path)
  if (api?.[1]) return api[1]
  if (path.startsWith('/webhooks/')) return 'webhooks'
  if (path.startsWith('/assets/')) return 'assets'

  return /^\/(healthz|readyz|metrics)$/.test(path) ? 'health' : 'pages'
}

type Options = { isSecure: boolean }

/** Added to every answer: alternating names and values. Pages add their Content-Security-Policy. */
const securityHeaders = ({ isSecure }: Options): string[] => [
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'strict-origin-when-cross-origin'],
  ...(isSecure ? ['strict-transport-security', 'max-age=63072000; includeSubDomains'] : []),
]
