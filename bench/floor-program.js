// The upper bound for any program: bare node:http, and for each address the same begin, settings, statement and
// commit in one write by the same driver. It checks no token and parses nothing; the statements are
// recorded from our data API, and sent by a frozen copy of its batch code.
import { createServer } from 'node:http'
import pg from 'pg'
import { sendBatch } from './floor-batch.js'
import { source } from './source.js'

const { uri, workloads } = JSON.parse(process.argv[2])
const clock = { now: () => new Date(), offsetMs: () => 0 }
const statements = await learnStatements()
const free = await openClients()
const waiting = []
const BEGIN = { name: 'begin', text: 'begin' }
const COMMIT = { name: 'commit', text: 'commit' }

const server = createServer((request, answer) => {
  request.resume()
  request.on('end', async () => {
    const client = await (free.pop() ?? new Promise((resolve) => waiting.push(resolve)))
    const [settings, main] = statements.get(`${request.method} ${request.url}`)
    const [, , { rows }] = await sendBatch(client, [BEGIN, settings, main, COMMIT])
    const next = waiting.shift()
    if (next) next(client)
    else free.push(client)
    const body = rows[0].body
    answer.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    answer.end(body)
  })
})
// As ours: the sides rest while the others have their turns.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready http://127.0.0.1:${server.address().port}\n`),
)
process.on('SIGTERM', () => process.exit(0))

async function learnStatements() {
  const { openForeign } = await source('platform/src/db/open-foreign.ts')
  const { settingsFor } = await source('platform/src/db/settings.ts')
  const { serveRest } = await source('platform/src/compose/start-rest.ts')
  const { readRestConfig } = await source('platform/src/config/read-rest-config.ts')
  const db = await openForeign({ uri, clock, statementLimitMs: 60_000 })
  let seen = []
  const watched = {
    ...db,
    askAll: (caller, asked, options) => {
      seen = [settingsFor(caller, options ?? {}, { clockOffsetMs: 0 }), asked[0]]
      return db.askAll(caller, asked, options)
    },
  }
  const config = readRestConfig(['--db-uri', uri, '--server-port', '0'], process.env)
  const log = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }
  const rest = await serveRest({ config, clock, log, db: watched })

  const learnt = new Map()
  for (const { method, path, headers, body } of workloads) {
    const reply = await fetch(rest.url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body }),
    })
    if (!reply.ok) throw new Error(await reply.text())
    await reply.text()
    const [settings, main] = seen
    // Prepared once, as ours is from the second time on.
    learnt.set(`${method} ${path}`, [settings, { ...main, name: `floor_${learnt.size}` }])
  }
  await rest.stop()
  await db.close()
  return learnt
}

async function openClients() {
  if (!uri.startsWith('pglite:')) {
    return Promise.all(Array.from({ length: 10 }, () => connected({ connectionString: uri })))
  }
  const { startEngine } = await source('platform/src/db/embedded-engine.ts')
  const { EmbeddedSocket } = await source('platform/src/db/embedded-socket.ts')
  const engine = await startEngine({ folder: uri.slice('pglite:'.length), image: null })

  return [
    await connected({
      stream: () => new EmbeddedSocket(engine, null),
      ssl: false,
      user: 'postgres',
    }),
  ]
}

async function connected(options) {
  const client = new pg.Client(options)
  await client.connect()
  return client
}
