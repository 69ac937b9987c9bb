import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Heard = { path: string; headers: IncomingHttpHeaders; body: string }

/** A server that receives webhooks in place of the product. */
export async function listenAsProduct(status = 202) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    heard.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    response.writeHead(status).end('heard')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo

  return { url: `http://127.0.0.1:${port}`, heard }
}
