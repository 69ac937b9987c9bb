import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

const LOOPBACK = '127.0.0.1'

/** A network listener of a stand-in: its pages, its API, or another protocol such as SMTP. */
export type Listener = {
  /** Resolves with the address. Port 0 takes any free port. */
  open(port: number): Promise<string>
  close(): Promise<void>
}

/** Loopback only. Resolves with `host:port`. */
export function listenOn(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is already in use.`) : error)

    server.once('error', fail)
    server.listen(port, LOOPBACK, () => {
      server.off('error', fail)
      const { port: taken } = server.address() as AddressInfo
      resolve(`${LOOPBACK}:${taken}`)
    })
  })
}

/** The bindings give access to the socket, so that a fault can drop the connection. */
export type HttpApp = Hono<{ Bindings: HttpBindings }>

export function httpListener(app: Pick<HttpApp, 'fetch'>): Listener {
  const server = createAdaptorServer({ fetch: app.fetch }) as HttpServer

  return {
    open: async (port) => `http://${await listenOn(server, port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Long polls and event streams would keep the server open for ever.
        server.closeAllConnections()
      }),
  }
}
