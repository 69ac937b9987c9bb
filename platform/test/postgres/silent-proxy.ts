import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy to a server; when silent, it keeps every connection open and forwards nothing. */
export async function silentProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isSilent = false

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (isSilent) return
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Applies to new connections; the old ones stay silent. */
    speak: () => {
      isSilent = false
    },
  }
}
