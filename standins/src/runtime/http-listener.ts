import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { type Door, listenOn } from './listener.ts'

/** What it is given beside the request: the connection, so that it can be cut. */
export type HttpApp = Hono<{ Bindings: HttpBindings }>

export function httpDoor(app: Pick<HttpApp, 'fetch'>): Door {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server

  return {
    async open(port, host) {
      const authority = await listenOn(server, port, host)
      return `http://${authority}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Long polls and event streams would keep it open for ever.
        server.closeAllConnections()
      }),
  }
}
