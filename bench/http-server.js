import { Agent, request } from 'node:http'
import { Hono } from 'hono'
import { source } from './source.js'

/** Serves routes on a real port, with a minimal client to call them. */
export async function openServer(path, routes) {
  const { listen } = await source('src/http/frame/listen.ts')
  const app = new Hono()
    .use(async (c, next) => {
      c.set('clientAddress', '127.0.0.1')
      await next()
    })
    .route(path, routes)
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })

  return {
    ask: (to, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const asking = request(
          { agent, host: '127.0.0.1', port: server.port, path: path + to, method, headers },
          (answer) => {
            let bytes = 0
            answer.on('data', (part) => {
              bytes += part.length
            })
            answer.on('end', () => resolve({ status: answer.statusCode, bytes }))
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
