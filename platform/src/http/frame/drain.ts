import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Of the whole of it, so that the process ends within ten seconds. */
const DRAIN_LIMIT_MS = 8_000
const LOOK_EVERY_MS = 50
const RETRY_AFTER_S = '5'

type Connection = {
  /** Requests that are being answered. */
  served: number
  /** How far it had been read when the last answer was complete: more is the next request. */
  restedAtBytes: number
  wasQuiet: boolean
}

/**
 * Leaves without breaking a connection that somebody uses. Closing an idle one at once would reset the request that
 * is already on its way, so clients are told with their next answer, and only then what stays silent is closed.
 */
export function drainable(server: Server) {
  const connections = new Map<Socket, Connection>()
  const answering = new Set<ServerResponse>()
  let isDraining = false
  let drained: Promise<void> | undefined

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { served: 0, restedAtBytes: 0, wasQuiet: false })
    socket.once('close', () => connections.delete(socket))
  })

  return {
    /** Called for every request before it is served. */
    began(outgoing: ServerResponse) {
      const { socket } = outgoing
      const connection = socket ? connections.get(socket) : undefined
      if (connection) connection.served++
      answering.add(outgoing)
      outgoing.once('close', () => {
        answering.delete(outgoing)
        if (!connection) return
        connection.served--
        connection.restedAtBytes = socket?.bytesRead ?? 0
      })
      if (isDraining) endConnectionWith(outgoing)
    },
    drain: (delayMs = 0): Promise<void> => {
      drained ??= drain(delayMs)
      return drained
    },
  }

  async function drain(delayMs: number): Promise<void> {
    const closed = once(server, 'close')
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
    isDraining = true
    for (const outgoing of answering) if (!outgoing.headersSent) endConnectionWith(outgoing)
    await pause(delayMs)

    // Only the listener: the server's own way would close idle connections along with it.
    NetServer.prototype.close.call(server)
    const look = setInterval(() => closeQuiet(connections), LOOK_EVERY_MS)
    closeQuiet(connections)
    await closed
    clearInterval(look)
    clearTimeout(limit)
    // Ends its timers; that it listens no more is known.
    server.close(() => {})
  }
}

/** The last answer on its connection. A 503 says when to come again: the next server is there by then. */
function endConnectionWith(outgoing: ServerResponse) {
  outgoing.setHeader('connection', 'close')
  const writeHead = outgoing.writeHead.bind(outgoing) as (...head: unknown[]) => ServerResponse

  outgoing.writeHead = ((...head: unknown[]) => {
    if (head[0] === 503 && !outgoing.hasHeader('retry-after')) {
      outgoing.setHeader('retry-after', RETRY_AFTER_S)
    }
    return writeHead(...head)
  }) as typeof outgoing.writeHead
}

/** Closes what serves nothing and is sending nothing, at this look and the one before. */
function closeQuiet(connections: Map<Socket, Connection>) {
  for (const [socket, connection] of connections) {
    const isQuiet = connection.served === 0 && socket.bytesRead <= connection.restedAtBytes
    if (isQuiet && connection.wasQuiet) socket.destroySoon()
    connection.wasQuiet = isQuiet
  }
}
