import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

const KEY_DATA = 'K'.charCodeAt(0)

/** Stands before a server as PgBouncer does: the key to cancel requests by is its own, not the backend's. */
export async function startPooler(target: string): Promise<string> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far)
    far.on('data', (bytes) => near.write(withOwnKey(bytes)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)

  return url.href
}

/** Messages of a sign-in without a password arrive together. */
function withOwnKey(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = 0; at + 5 <= changed.length; at += 1 + changed.readInt32BE(at + 1)) {
    if (changed[at] === KEY_DATA) changed.writeInt32BE(changed.readInt32BE(at + 5) ^ 0x5a5a, at + 5)
  }

  return changed
}
