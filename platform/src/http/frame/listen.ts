import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { StartError } from '#errors/start-error.ts'
import { drainable } from './drain.ts'
import { FramedRequest, FramedResponse, type Handler } from './framed-request.ts'

/** Enough for the largest file over a slow connection. */
const REQUEST_LIMIT_MS = 10 * 60_000
const SILENCE_LIMIT_MS = 30_000
const HEADERS_LIMIT_MS = 10_000
/** Includes the URL, which may contain a long data API filter. */
const HEADERS_LIMIT_BYTES = 256 * 1024
/**
 * The limit for all names and values together. Each is split and compared, which takes far longer than reading it. A token with the maximum
 * metadata of an account is 46 KB.
 */
const FIELDS_LIMIT_CHARACTERS = 64 * 1024
const KEEP_ALIVE_MS = 65_000

type Place = {
  host: string
  port: number
  silenceLimitMs?: number
  /** The variables that configure these, for error messages. */
  variables?: { host: string; port: string }
}

export type Listening = {
  port: number
  /** Still accepts connections for the delay; then running requests finish. */
  drain(delayMs?: number): Promise<void>
}

const VARIABLES = { host: 'HOST', port: 'PORT' }

/** Starts listening, with time limits against slow and endless requests. */
export async function listen(
  serve: Handler,
  { host, port, silenceLimitMs = SILENCE_LIMIT_MS, variables = VARIABLES }: Place,
): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: REQUEST_LIMIT_MS,
      headersTimeout: HEADERS_LIMIT_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      // Longer than the load balancers' own timeouts, so that they never send into a closing connection.
      keepAliveTimeout: KEEP_ALIVE_MS,
      IncomingMessage: FramedRequest,
      ServerResponse: FramedResponse,
    },
    (incoming, outgoing) => {
      draining.began(incoming, outgoing)
      if (hasLongFields(incoming)) return refuseFields(outgoing)
      incoming.url = withoutOrigin(incoming.url ?? '/')
      serve(incoming, outgoing)
    },
  )
  const draining = drainable(server)
  server.on('upgrade', (incoming: FramedRequest, socket: Socket, head: Buffer) => {
    draining.spare(socket)
    serveUpgrade(serve, incoming, socket, head)
  })
  // A slow but steady sender is allowed. A client that waits for its answer is silent too.
  server.setTimeout(silenceLimitMs, (socket) => {
    if (!draining.isWaiting(socket)) socket.destroy()
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(error, { host, port, variables })
  }

  return { port: (server.address() as AddressInfo).port, drain: draining.drain }
}

/** A request for a WebSocket, for which Node makes no response. Handlers refuse it by an answer, after which the connection closes. */
function serveUpgrade(serve: Handler, incoming: FramedRequest, socket: Socket, head: Buffer): void {
  const outgoing = new FramedResponse(incoming)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  outgoing.on('finish', () => socket.destroySoon())
  socket.on('error', () => socket.destroy())
  incoming.url = withoutOrigin(incoming.url ?? '/')
  incoming.upgradeHead = head
  if (hasLongFields(incoming)) refuseFields(outgoing)
  else serve(incoming, outgoing)
}

function hasLongFields({ rawHeaders }: FramedRequest): boolean {
  let characters = 0
  for (const text of rawHeaders) characters += text.length

  return characters > FIELDS_LIMIT_CHARACTERS
}

/** Answers as Node does above its own limit, because no surface has parsed anything yet. */
function refuseFields(outgoing: FramedResponse): void {
  outgoing.writeHead(431, { connection: 'close' }).end()
}

/** A proxy's client may send an absolute URL (RFC 9112, 3.2.2); routes need only the path. */
function withoutOrigin(address: string): string {
  if (address.startsWith('/') || !/^https?:/i.test(address)) return address
  const path = address.replace(/^https?:\/\/[^/?#]*/i, '')

  return path.startsWith('/') ? path : `/${path}`
}

function cannotListen(
  error: unknown,
  { host, port, variables }: Place & { variables: typeof VARIABLES },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use by another program. Stop it, or set ${variables.port} to a free one.`,
    )
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} on ${host} needs more rights than this user has.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`${variables.host} ${host} is not an address of this machine.`)
  }
  return error
}
