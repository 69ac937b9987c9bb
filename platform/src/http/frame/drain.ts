import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FramedRequest, FramedResponse } from './framed-request.ts'

/** The time limit of the whole drain, so that the process ends within ten seconds. */
const DRAIN_LIMIT_MS = 8_000
const LOOK_EVERY_MS = 50
const RETRY_AFTER_S = '5'

type Connection = {
  /**
   * Answers of running requests; several if a client pipelines requests. No global set: V8 rebuilds frequently changed sets, and each old
   * table keeps the next alive with its requests.
   */
  answering: ServerResponse[]
  latest: IncomingMessage | undefined
  /** Bytes read when the last answer was complete; further bytes belong to the next request. */
  restedAtBytes: number
  wasQuiet: boolean
}

/**
 * Drains without breaking active connections. Closing idle connections immediately would reset incoming requests, so the next answer says
 * `connection: close`; then idle ones are closed.
 */
export function drainable(server: Server<typeof FramedRequest, typeof FramedResponse>) {
  const connections = new Map<Socket, Connection>()
  let isDraining = false
  let drained: Promise<void> | undefined

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answering: [], latest: undefined, restedAtBytes: 0, wasQuiet: false })
    socket.once('close', () => connections.delete(socket))
  })

  return {
    /** Called before each request is served. */
    began(incoming: IncomingMessage, outgoing: ServerResponse) {
      // Read now, because Node removes the socket from requests that were not fully read.
      const { socket } = incoming
      const connection = connections.get(socket)
      if (isDraining) endConnectionWith(outgoing)
      if (!connection) return
      connection.answering.push(outgoing)
      connection.latest = incoming
      // `once` would only add a wrapper: the event occurs once anyway.
      outgoing.on('close', () => {
        connection.answering.splice(connection.answering.indexOf(outgoing), 1)
        connection.restedAtBytes = socket.bytesRead
      })
    },
    /** The connection is no longer HTTP: whoever uses it closes it. */
    spare(socket: Socket) {
      connections.delete(socket)
    },
    /** Whether the client has sent its whole request and waits for the answer. */
    isWaiting(socket: Socket): boolean {
      const connection = connections.get(socket)

      return (
        connection !== undefined &&
        connection.answering.length > 0 &&
        connection.latest?.complete === true
      )
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
    for (const { answering } of connections.values()) {
      for (const outgoing of answering) if (!outgoing.headersSent) endConnectionWith(outgoing)
    }
    await pause(delayMs)

    // Closes only the listener: Server.close would close idle connections too.
    NetServer.prototype.close.call(server)
    const look = setInterval(() => closeQuiet(connections), LOOK_EVERY_MS)
    closeQuiet(connections)
    await closed
    clearInterval(look)
    clearTimeout(limit)
    // Stops the server's timers; it no longer listens.
    server.close(() => {})
  }
}

/** Marks the last answer of a connection. A 503 gets Retry-After, because another server will be up by then. */
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

/** Closes connections that were idle in this check and the previous one. */
function closeQuiet(connections: Map<Socket, Connection>) {
  for (const [socket, connection] of connections) {
    const isQuiet =
      connection.answering.length === 0 && socket.bytesRead <= connection.restedAtBytes
    if (isQuiet && connection.wasQuiet) socket.destroySoon()
    connection.wasQuiet = isQuiet
  }
}
