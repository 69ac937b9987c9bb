import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Traffic = Awaited<ReturnType<typeof openTraffic>>

/** A proxy that the browser sends everything through, its extension's worker too, which Playwright does not show. */
export async function openTraffic() {
  const calls: string[] = []
  let isCut = (_address: string) => false
  const server = createServer((asked, answer) => {
    const address = asked.url ?? ''
    calls.push(address)
    if (isCut(address)) {
      asked.socket.destroy()
      return
    }
    const { method, headers } = asked
    const passed = request(address, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Addresses that were called so far. */
    calls,
    /** Calls to these addresses get no answer, until this is called anew. */
    cut: (isMeant: (address: string) => boolean) => {
      isCut = isMeant
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
