// The servers that bench/realtime.js compares: the platform over PGlite, or a bare `ws` that sends each message to all.
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocketServer } from 'ws'
import { path, source } from './source.js'

const kind = process.argv[2]
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
// What is in use, since the start of the platform leaves a large heap that is mostly free.
const memory = createServer((_request, answer) => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  answer.end(String(heapUsed + external))
})
memory.listen(Number(process.env.BENCH_MEMORY_PORT), '127.0.0.1')
const url = kind === 'bare' ? await startBare() : await startOurs()
console.log(`ready ${url}`)

async function startBare() {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const text = data.toString()
      for (const one of sockets.clients) if (one !== socket) one.send(text)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

  return `http://127.0.0.1:${server.address().port}`
}

async function startOurs() {
  const { readPlatformCommand } = await source('platform/src/config/platform-command.ts')
  const { startPlatform } = await source('platform/src/compose/start-platform.ts')
  const { machineClock } = await source('platform/src/clock/clock.ts')
  const { openLog } = await source('platform/src/log/log.ts')
  const folder = path(`.cache/bench-realtime-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.once('SIGTERM', () => process.exit(0))
  const { config } = readPlatformCommand(['--db-uri', `pglite:${folder}`], {
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET_KEY: process.env.BENCH_KEY,
    LOG_LEVEL: 'silent',
    REALTIME_MAX_SOCKETS: '100000',
    REALTIME_MAX_SOCKETS_PER_ADDRESS: '100000',
    REALTIME_MAX_MESSAGES_PER_SECOND: '10000000',
  })
  const log = openLog({ level: 'silent' })
  const { url } = await startPlatform({
    config,
    sql: null,
    functions: null,
    clock: machineClock,
    log,
  })

  return url
}
