import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type RealtimeServer, startRealtime } from './realtime-server.ts'

test('frames that break the protocol close their socket with the reason, and no other', async () => {
  const server = await startRealtime()
  const other = await server.socket()
  const closes: Record<string, number> = {}
  const cases: Record<string, Buffer> = {
    'not masked': Buffer.from([0x81, 2, 0x7b, 0x7d]),
    'bad UTF-8': masked(0x81, Buffer.from([0xff, 0xfe])),
    'reserved bit, as if compressed': masked(0xc1, Buffer.from('{}')),
    'unknown opcode': masked(0x83, Buffer.from('{}')),
    'fragmented ping': masked(0x09, Buffer.from('')),
    'continuation of nothing': masked(0x80, Buffer.from('{}')),
    'a length of 2⁶² bytes': Buffer.concat([Buffer.from([0x82, 0xff, 0x40]), Buffer.alloc(7)]),
    'a length over the limit': Buffer.concat([
      Buffer.from([0x82, 0xff]),
      Buffer.from([0, 0, 0, 0, 0x10, 0, 0, 0]),
    ]),
    'twenty thousand fragments': Buffer.concat([
      masked(0x01, Buffer.from('[')),
      ...Array.from({ length: 20_000 }, () => masked(0x00, Buffer.from(' '))),
    ]),
  }

  for (const [name, bytes] of Object.entries(cases)) {
    const { socket } = await rawSocket(server)
    socket.write(bytes)
    closes[name] = await closeCode(socket)
  }

  expect(closes).toEqual({
    'not masked': 1002,
    'bad UTF-8': 1007,
    'reserved bit, as if compressed': 1002,
    'unknown opcode': 1002,
    'fragmented ping': 1002,
    'continuation of nothing': 1002,
    'a length of 2⁶² bytes': 1009,
    'a length over the limit': 1009,
    'twenty thousand fragments': 1008,
  })
  expect((await other.settled()).status).toBe('ok')
})

test('compression is not agreed to, and a half handshake holds nothing up', async () => {
  const server = await startRealtime()
  const half = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void half.destroy())
  half.write('GET /realtime/v1/websocket HTTP/1.1\r\nhost: x\r\nupgrade: webso')

  const { answer } = await rawSocket(server, 'sec-websocket-extensions: permessage-deflate\r\n')

  expect(answer).toMatch(/^HTTP\/1.1 101 /)
  expect(answer.toLowerCase()).not.toContain('sec-websocket-extensions')
})

test('who sends pings and reads no answers is disconnected', async () => {
  const server = await startRealtime()
  const { socket } = await rawSocket(server)
  const ping = masked(0x89, Buffer.alloc(125))
  const pings = Buffer.concat(Array.from({ length: 1_000 }, () => ping))
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  socket.on('error', () => {})
  socket.pause()

  while (!socket.destroyed && socket.write(pings)) await new Promise(setImmediate)
  const flood = setInterval(() => socket.write(pings), 1)
  onTestFinished(() => clearInterval(flood))
  await closed

  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/^gitferry_realtime_sockets 0$/m)
})

test('topics and refs of any length and content are only text', async () => {
  const server = await startRealtime()
  const client = await server.socket()
  const reason = async (name: string) => (await client.join(name)).response.reason

  expect(await reason('x'.repeat(10_000))).toBe('TopicNameTooLong: The topic name is too long')
  expect((await client.join('constructor')).status).toBe('ok')
  expect((await client.join(`"\\ '; drop table x; --`)).status).toBe('ok')
  client.socket.send(JSON.stringify(['1', 'r'.repeat(300), 'phoenix', 'heartbeat', {}]))
  client.socket.send(JSON.stringify(['1', '2', 'realtime:\u0000', 'phx_join', {}]))
  expect((await client.settled()).status).toBe('ok')
  expect(client.received).toEqual([])
})

/** A client frame whose mask is zero. */
function masked(head: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

/** A socket after the handshake, of which the test writes every byte. */
async function rawSocket({ url, keys }: RealtimeServer, headers = '') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    `GET /realtime/v1/websocket?apikey=${keys.publishable}&vsn=2.0.0 HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${headers}\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]

  return { socket, answer: answer.toString() }
}

/** The code of the close frame that the server sends. */
async function closeCode(socket: Socket): Promise<number> {
  const [frame] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()

  return frame[0] === 0x88 ? frame.readUInt16BE(2) : 0
}
