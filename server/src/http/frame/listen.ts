import { once } from 'node:events'
import { createServer, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { StartError } from '#errors/start-error.ts'
import { FramedRequest, type Serve } from './framed-request.ts'

/** The largest file at the pace of a poor connection. */
const REQUEST_LIMIT_MS = 10 * 60_000
const SILENCE_LIMIT_MS = 30_000
const HEADERS_LIMIT_MS = 10_000
/** With the address, in which a filter of the data API may be long. */
const HEADERS_LIMIT_BYTES = 256 * 1024
const KEEP_ALIVE_MS = 65_000
const DRAIN_LIMIT_MS = 8_000
const IDLE_LOOK_MS = 50

type Place = { host: string; port: number; silenceLimitMs?: number }

export type Listening = { port: number; drain(): Promise<void> }

/** Opens the door, with time limits against clients that send slowly or never end. */
export async function listen(
  serve: Serve,
  { host, port, silenceLimitMs = SILENCE_LIMIT_MS }: Place,
): Promise<Listening> {
  const server = createServer(
    {
      requestTimeout: REQUEST_LIMIT_MS,
      headersTimeout: HEADERS_LIMIT_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      // Longer than a load balancer's own, so that it never sends into a closing connection.
      keepAliveTimeout: KEEP_ALIVE_MS,
      IncomingMessage: FramedRequest,
      ServerResponse,
    },
    (incoming, outgoing) => {
      incoming.url = withoutOrigin(incoming.url ?? '/')
      serve(incoming, outgoing)
    },
  )
  cutSilentSenders(server, silenceLimitMs)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(error, host, port)
  }

  return { port: (server.address() as AddressInfo).port, drain: () => drain(server) }
}

/** Who speaks through a proxy may name the whole address; everything here goes by the path. */
function withoutOrigin(address: string): string {
  if (!/^https?:/i.test(address)) return address
  const path = address.replace(/^https?:\/\/[^/?#]*/i, '')

  return path.startsWith('/') ? path : `/${path}`
}

/** Who sends steadily may take his time; who falls silent in the middle of a request may not. */
function cutSilentSenders(server: Server, limitMs: number) {
  const served = new WeakSet<Socket>()

  server.on('request', (request, answer) => {
    // Asked now: Node takes the socket away from a request that is given up half read.
    const { socket } = request
    served.add(socket)
    answer.once('close', () => served.delete(socket))
    // Node tells this only of a request that has not arrived whole.
    request.setTimeout(limitMs, () => socket.destroy())
  })
  // Somebody who is waiting for his answer is silent, too.
  server.on('timeout', (socket) => {
    if (!served.has(socket)) socket.destroy()
  })
}

/** No new connections, running requests finish, and nobody waits longer than the limit. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  // Again and again: a request that was answered before it had arrived leaves its connection open.
  const look = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(look)
  clearTimeout(limit)
}

function cannotListen(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to a free one.`,
    )
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} on ${host} needs more rights than this user has.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`HOST ${host} is not an address of this machine.`)
  }
  return error
}
