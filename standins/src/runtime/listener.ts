import type { AddressInfo, Server } from 'node:net'

/** Something a stand-in listens on: its pages, and whatever else the real service speaks. */
export type Door = {
  /** Resolves with the address to hand out. Port 0 takes any free one. */
  open(port: number, host: string): Promise<string>
  close(): Promise<void>
}

/** Resolves with `host:port`, as it stands in an address. */
export function listenOn(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is already in use.`) : error)

    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const { port: taken } = server.address() as AddressInfo
      resolve(`${host.includes(':') ? `[${host}]` : host}:${taken}`)
    })
  })
}
