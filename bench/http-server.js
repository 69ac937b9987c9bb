import { Agent, request } from 'node:http'
import { Hono } from 'hono'
import { source } from './source.js'

const { honoHandler } = await source('platform/src/http/frame/handlers.ts')
const { listen } = await source('platform/src/http/frame/listen.ts')

/** Serves routes on a real port, without the frame that logs and counts requests. */
export function serveRoutes(path, routes) {
  const serve = honoHandler(new Hono().route(path, routes))
  const handler = (incoming, outgoing) => {
    incoming.clientAddress = '127.0.0.1'
    serve(incoming, outgoing)
  }

  return listen(handler, { host: '127.0.0.1', port: 0 })
}

/** The same with a minimal client to call them. */
export async function openServer(path, routes) {
  const server = await serveRoutes(path, routes)
  const agent = new Agent({ keepAlive: true })

  return {
    ask: (to, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const asking = request(
          { agent, host: '127.0.0.1', port: server.port, path: path + to, method, headers },
          (answer) => {
            answer.resume()
            answer.on('end', () => {
              if (answer.statusCode < 300) resolve()
              else reject(new Error(`${method} ${path}${to} answered ${answer.statusCode}`))
            })
          },
        )
        asking.on('error', reject)
        asking.end(body)
      }),
    close: async () => {
      agent.destroy()
      await server.drain()
    },
  }
}
