import { connect } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** For each client; lite now and then fails to change its grants from two connections at once. */
const MOST_REFUSED = 3

/** Clients that send requests without pause, after they have warmed up. */
export async function load(url, ask, { atOnce = 10, seconds = 3, warmUp = 0.7 } = {}) {
  const clients = await openClients(url, ask, atOnce)
  const before = await clients.turn(warmUp)
  const result = await clients.turn(seconds)
  clients.close()

  return { ...result, all: before.all + result.all }
}

/**
 * Clients that send requests without pause during each turn, each on its own connection. They write and read plain
 * bytes, because a client that does more would be measured with the server. `ask(client, answer)` returns a client's
 * next request, given its previous response. Refused requests do not count; many of them end the run.
 */
export async function openClients(url, ask, atOnce = 10) {
  const { hostname, port } = new URL(url)
  const clients = await Promise.all(
    Array.from({ length: atOnce }, (_, client) => openClient(hostname, port, client, ask)),
  )

  return {
    turn: async (seconds) => {
      const began = performance.now()
      const end = began + seconds * 1000
      const all = await Promise.all(clients.map((client) => client.askUntil(end)))
      return resultOf(all.flat(), performance.now() - began)
    },
    close: () => {
      for (const client of clients) client.close()
    },
  }
}

function resultOf(unsorted, took) {
  const times = unsorted.sort((a, b) => a - b)
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))]

  return {
    all: times.length,
    perSecond: (times.length / took) * 1000,
    p50: at(0.5),
    p99: at(0.99),
  }
}

/** The bytes of a request. */
export function request(method, path, headers = {}, body = '') {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}`)

  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`
}

async function openClient(host, port, number, ask) {
  const socket = connect(Number(port), host).setNoDelay(true)
  let received = Buffer.alloc(0)
  let arrived = () => {}
  let failed = () => {}
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('The server closed the connection')))
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    if (isWhole(received)) arrived()
  })
  let last = ''
  let refused = 0

  return {
    askUntil: async (end) => {
      const times = []
      while (performance.now() < end) {
        if (socket.destroyed) throw new Error('The server closed the connection')
        const bytes = ask(number, last)
        const began = performance.now()
        await new Promise((resolve, reject) => {
          arrived = resolve
          failed = reject
          socket.write(bytes)
        })
        last = received.toString('utf8')
        received = Buffer.alloc(0)
        if (/^HTTP\/1\.1 2/.test(last)) times.push(performance.now() - began)
        else if (++refused > MOST_REFUSED) throw new Error(`Refused: ${bytes}\n${last}`)
      }
      return times
    },
    close: () => {
      failed = () => {}
      socket.destroy()
    },
  }
}

function isWhole(bytes) {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return false
  const head = bytes.latin1Slice(0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return bytes.length >= end + 4 + Number(length)

  return / 204 /.test(head.slice(0, 14)) || bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}
