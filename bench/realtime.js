// Realtime against a bare `ws` server of the same machine: memory in use of idle sockets, each with a private channel, and the
// processor time of a broadcast to a thousand. `--sockets 10000` as the goal says; clients and servers are processes of their own.
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { startProgram } from './processes.js'
import { path } from './source.js'

const { values } = parseArgs({ options: { sockets: { type: 'string', default: '10000' } } })
const KEY = 'sb_secret_0123456789abcdefghijklmnop'
const RECEIVERS = 1_000
const MESSAGES = 100
const TEXT = 'x'.repeat(300)
const AT_ONCE = 50
const MEMORY_PORT = 20_000 + (process.pid % 20_000)

const kinds = {
  bare: {
    address: (url) => url.replace('http', 'ws'),
    ready: async () => {},
    message: () => TEXT,
  },
  ours: {
    address: (url) => `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${KEY}&vsn=2.0.0`,
    ready: joinTopic,
    message: () =>
      JSON.stringify([
        '1',
        null,
        'realtime:room',
        'broadcast',
        { type: 'broadcast', event: 'a', payload: TEXT },
      ]),
  },
}

const figures = {}
for (const name of Object.keys(kinds)) {
  figures[name] = { ...(await idle(name)), ...(await fanOut(name)) }
  console.log(name, figures[name])
}
const ratio = (field) => (figures.ours[field] / figures.bare[field]).toFixed(2)
console.log(
  `memory of a socket ÷ bare: ${ratio('kbPerSocket')}; broadcast to ${RECEIVERS} ÷ bare: ${ratio('msPerBroadcast')}`,
)
process.exit(0)

async function usedBytes() {
  return Number(await (await fetch(`http://127.0.0.1:${MEMORY_PORT}`)).text())
}

function start(name) {
  const env = { BENCH_KEY: KEY, BENCH_MEMORY_PORT: String(MEMORY_PORT) }
  const options = { env, cwd: path('.') }

  return startProgram(path('bench/realtime-program.js'), [name], options)
}

async function idle(name) {
  const program = await start(name)
  // What the first sockets load belongs to none of them.
  const first = await open(program, name, 100, (i) => `warm ${i}`)
  const before = await usedBytes()
  const sockets = await open(program, name, Number(values.sockets), (i) => `idle ${i}`)
  const after = await usedBytes()
  for (const socket of [...first, ...sockets]) socket.terminate()
  await program.stop()

  return {
    sockets: sockets.length,
    kbPerSocket: Number(((after - before) / 1024 / sockets.length).toFixed(1)),
  }
}

async function fanOut(name) {
  const program = await start(name)
  const receivers = await open(program, name, RECEIVERS, () => 'room')
  const [sender] = await open(program, name, 1, () => 'room')
  let received = 0
  let all = () => {}
  for (const socket of receivers) {
    socket.on('message', () => {
      received += 1
      if (received === RECEIVERS) all()
    })
  }
  const send = () =>
    new Promise((resolve) => {
      received = 0
      all = resolve
      sender.send(kinds[name].message())
    })
  for (let i = 0; i < 20; i++) await send()
  const before = program.cpuMs()
  for (let i = 0; i < MESSAGES; i++) {
    await send()
    // Below the limit of a hundred messages a second.
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const spent = program.cpuMs() - before
  for (const socket of [...receivers, sender]) socket.terminate()
  await program.stop()

  return { msPerBroadcast: Number((spent / MESSAGES).toFixed(2)) }
}

async function open(program, name, count, topicOf) {
  const { address, ready } = kinds[name]
  const sockets = []
  for (let i = 0; i < count; i += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - i) }, async (_, j) => {
      const [a, b] = [(i + j) >> 8, (i + j) & 255]
      const headers = { 'x-forwarded-for': `10.${a >> 8}.${a & 255}.${b}` }
      const socket = new WebSocket(address(program.url), { headers, perMessageDeflate: false })
      await new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
      await ready(socket, topicOf(i + j))
      return socket
    })
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

function joinTopic(socket, topic) {
  const joined = new Promise((resolve, reject) => {
    socket.once('message', (data) => {
      const [, , , , { status, response }] = JSON.parse(data.toString())
      if (status === 'ok') resolve()
      else reject(new Error(response.reason))
    })
  })
  const config = { private: topic !== 'room' }
  socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config }]))

  return joined
}
