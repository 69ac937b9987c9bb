// The data API alone and the product against the floor and @supabase/lite, each a process of its own over the same rows:
// requests a second and CPU; then one member's list in a table that grows.
// `--against <folder>` adds another checkout, built; `--only rpc` selects workloads, `--on PostgreSQL` a database,
// `--rounds 20` shortens the run, `--no-lite` leaves lite out.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SignJWT } from 'jose'
import pg from 'pg'
import { inScratch } from './databases.js'
import { litePglite, startLite } from './lite.js'
import { load, openClients, request } from './load.js'
import { startProgram } from './processes.js'
import { startProduction } from './production.js'
import { path, source } from './source.js'

const SECRET = randomBytes(32).toString('base64url')
const MEMBER = '00000000-0000-4000-8000-000000000000'
const ROWS = readFileSync(path('bench/rest.sql'), 'utf8')
/** Short, so that noise of the machine affects all contestants of a round alike. */
const TURN_S = 0.055
/** Until the JIT has compiled, which takes requests, not time: a slow host needs longer. No side rests until its connections close. */
const WARM_UP = { requests: 12_000, turnS: 0.5, mostRounds: 60 }

const token = await new SignJWT({ sub: MEMBER, role: 'authenticated', aud: 'authenticated' })
  .setProtectedHeader({ alg: 'HS256' })
  .setExpirationTime('2h')
  .sign(new TextEncoder().encode(SECRET))
const headers = { authorization: `Bearer ${token}` }

const WORKLOADS = {
  '3 rows under row security': { method: 'GET', path: '/notes?select=id,body&order=id', headers },
  '100 rows with one embed': {
    method: 'GET',
    path: '/books?select=id,title,pages,authors(name)&order=id&limit=100',
    headers,
  },
  'insert returning': {
    method: 'POST',
    path: '/entries?select=id,body',
    headers: { ...headers, prefer: 'return=representation' },
    body: '{"body":"A note to be written"}',
  },
  rpc: { method: 'POST', path: '/rpc/add_up', headers, body: '{"a":1,"b":2}' },
  'count=exact': {
    method: 'GET',
    path: '/notes?select=id&order=id&limit=1',
    headers: { ...headers, prefer: 'count=exact' },
  },
}

/** The ratios, each shown with its interquartile range. */
const RATIOS = [
  ['noise: twin ÷ ours', 'twin', 'ours'],
  ['product ÷ ours', 'product', 'ours'],
  ['floor ÷ ours', 'floor', 'ours'],
  ['floor ÷ product', 'floor', 'product'],
  ['lite ÷ ours', 'lite', 'ours'],
  ['lite ÷ product', 'lite', 'product'],
  ['old ÷ ours', 'old', 'ours'],
  ['old product ÷ product', 'old product', 'product'],
]

/** The row limit is the product's, so that both send the same statements. */
const options = {
  PGRST_JWT_SECRET: SECRET,
  PGRST_DB_ANON_ROLE: 'anon',
  PGRST_DB_MAX_ROWS: '1000',
}

const startOurs = (uri, checkout = path('.')) =>
  startProgram(restProgram(checkout), ['--db-uri', uri, '--server-port', '0'], { env: options })

const startFloor = (uri) =>
  startProgram(
    path('bench/floor-program.js'),
    [JSON.stringify({ uri, workloads: Object.values(WORKLOADS) })],
    { env: options },
  )

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string', default: '' },
    on: { type: 'string', default: '' },
    rounds: { type: 'string', default: '61' },
    'no-lite': { type: 'boolean', default: false },
  },
})
const other = values.against && resolve(values.against)
for (const purpose of ['platform', 'start']) {
  execFileSync(process.execPath, [path('scripts/prepare.js'), purpose], { stdio: 'inherit' })
}
if ('PostgreSQL'.includes(values.on)) await inScratch(onPostgres)
if ('PGlite'.includes(values.on)) await inScratch(onPglite)
process.exit(0)

/** In checkouts without a platform part, the program is in the server's build. */
function restProgram(checkout) {
  const found = ['platform/dist/run-rest.js', 'server/dist/serve-rest.js']
    .map((name) => join(checkout, name))
    .find((file) => existsSync(file))
  if (!found) throw new Error(`No build of the data API in ${checkout}`)

  return found
}

async function onPostgres(scratch) {
  const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
  const server = await startPostgres()
  const database = async (name) => {
    await ask(server.url('postgres'), `create database ${name}`)
    return server.url(name)
  }
  const uri = await database('measured')
  // First, because it migrates the database; the others read the rows beside the product's own tables.
  const startProductIn = async (checkout, name) =>
    startProduction(checkout, {
      databaseUrl: uri,
      jwtSecret: SECRET,
      dataDir: join(scratch, name),
    })
  const product = await startProductIn(path('.'), 'product')
  await ask(uri, `${ROWS}; notify pgrst, 'reload schema'`)

  const contestants = {
    ours: await startOurs(uri),
    twin: await startOurs(uri),
    floor: await startFloor(uri),
    product,
    ...(other && {
      old: await startOurs(uri, other),
      'old product': await startProductIn(other, 'old-product'),
    }),
    ...(await liteOn(scratch, async () => {
      const url = await database('throwaway')
      await ask(url, ROWS)
      return { driver: 'postgres', url }
    })),
  }
  await contest('PostgreSQL', contestants)
  for (const [name, { memoryMb }] of Object.entries(contestants)) {
    console.log(`  memory of ${name}: ${memoryMb()} MB`)
  }
  const { ours, ...others } = contestants
  for (const one of Object.values(others)) await one.stop()
  if (values.only === '') await grow('PostgreSQL', ours, (sql) => ask(uri, sql))
  await ours.stop()
  await server.stop()
}

/** Without the product, which has no embedded database at production settings. */
async function onPglite(scratch) {
  const { PGlite } = await import('@electric-sql/pglite')
  const folder = async (name, Engine = PGlite) => {
    const place = join(scratch, name)
    mkdirSync(place)
    const database = await Engine.create(place)
    await database.exec(ROWS)
    await database.close()
    return place
  }

  await contest('PGlite', {
    ours: await startOurs(`pglite:${await folder('ours')}`),
    twin: await startOurs(`pglite:${await folder('twin')}`),
    floor: await startFloor(`pglite:${await folder('floor')}`),
    ...(other && { old: await startOurs(`pglite:${await folder('old')}`, other) }),
    ...(await liteOn(scratch, async () => {
      const { PGlite: LitePglite } = await litePglite()
      return { driver: 'pglite', url: await folder('lite', LitePglite) }
    })),
  })
}

async function liteOn(scratch, database) {
  if (values['no-lite']) return {}

  return { lite: await startLite({ ...(await database()), secret: SECRET, scratch }) }
}

/** In short turns whose order rotates. The result is the median of the rounds, and of the ratios within a round. */
async function contest(title, contestants) {
  for (const [workload, asked] of Object.entries(WORKLOADS)) {
    if (!workload.includes(values.only)) continue
    const sides = await Promise.all(
      Object.entries(contestants).map(async ([name, server]) => ({
        name,
        server,
        clients: await openClients(server.url, () => bytesFor(name, asked)),
      })),
    )
    await warmUp(sides)
    const rounds = []
    for (let round = 0; round < Number(values.rounds); round++) {
      const results = {}
      for (let i = 0; i < sides.length; i++) {
        const { name, server, clients } = sides[(i + round) % sides.length]
        results[name] = await measure(server, clients)
      }
      rounds.push(results)
    }
    for (const { clients } of sides) clients.close()
    print(`${title}, ${workload}`, rounds)
  }
}

async function warmUp(sides) {
  const served = sides.map(() => 0)
  for (let round = 0; round < WARM_UP.mostRounds; round++) {
    if (Math.min(...served) >= WARM_UP.requests) return
    for (const [i, { clients }] of sides.entries())
      served[i] += (await clients.turn(WARM_UP.turnS)).all
  }
}

function bytesFor(name, { method, path: to, headers: sent, body }) {
  const isMounted = name === 'lite' || name.endsWith('product')

  return request(method, (isMounted ? '/rest/v1' : '') + to, sent, body)
}

async function measure(server, clients) {
  const cpuBefore = server.cpuMs()
  const result = await clients.turn(TURN_S)

  return { ...result, cpuUs: ((server.cpuMs() - cpuBefore) * 1000) / result.all }
}

function print(title, rounds) {
  const spread = (value) => {
    const sorted = rounds.map(value).sort((a, b) => a - b)
    return [0.25, 0.5, 0.75].map((part) => sorted[Math.floor(sorted.length * part)])
  }
  console.log(`\n${title}`)
  for (const name of Object.keys(rounds[0])) {
    const of = (key) => spread((round) => round[name][key])[1]
    const times = `p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms, CPU ${of('cpuUs').toFixed(0)} µs`
    console.log(`  ${name.padEnd(12)} ${of('perSecond').toFixed(0).padStart(6)} /s   ${times}`)
  }
  for (const [label, above, below] of RATIOS) {
    if (!rounds[0][above] || !rounds[0][below]) continue
    const [low, middle, high] = spread((round) => round[above].cpuUs / round[below].cpuUs)
    const range = `${low.toFixed(2)}–${high.toFixed(2)}`
    console.log(`  by CPU, ${label.padEnd(22)} ${middle.toFixed(2)} (${range})`)
  }
}

/** The time of one member's list while the rows of others grow in number. */
async function grow(title, ours, change) {
  const { method, path: to, headers: sent } = WORKLOADS['3 rows under row security']
  const bytes = request(method, to, sent)
  let rows = 300
  let first
  console.log(`\n${title}, a member's list in a growing table`)

  for (const size of [1_000, 100_000, 1_000_000]) {
    await change(
      `insert into notes (owner, body) select gen_random_uuid(), 'Somebody''s note ' || n from generate_series(${rows + 1}, ${size}) n; analyze notes`,
    )
    rows = size
    const turns = [await load(ours.url, () => bytes), await load(ours.url, () => bytes)]
    const p50 = Math.min(...turns.map((turn) => turn.p50))
    first ??= p50
    console.log(`  ${size} rows: p50 ${p50.toFixed(2)} ms, ${(p50 / first).toFixed(2)} times`)
  }
}

async function ask(url, text) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}
