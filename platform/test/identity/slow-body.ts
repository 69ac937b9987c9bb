import { once } from 'node:events'
import { connect } from 'node:net'

type Slow = { method: string; url: string; headers: Record<string, string>; body: unknown }

export type SlowRequest = {
  /** Sends the rest of the request, and gives what was answered. */
  finish(): Promise<{ status: number; text: string }>
}

/** A request whose headers and first byte arrive now, and the rest of whose body is held back. */
export async function beginSlowly({ method, url, headers, body }: Slow): Promise<SlowRequest> {
  const { hostname, port, pathname, search } = new URL(url)
  const bytes = Buffer.from(JSON.stringify(body))
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = {
    host: `${hostname}:${port}`,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const closed = once(socket, 'close')
  const received: Buffer[] = []
  socket.on('data', (part) => received.push(part))
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, 1))

  return {
    finish: async () => {
      socket.write(bytes.subarray(1))
      await closed
      const text = Buffer.concat(received).toString()
      return { status: Number(text.split(' ')[1]), text }
    },
  }
}
