// The data API against @supabase/lite and against the floor, each a process of its own over the same rows:
// requests a second, times and CPU; then one member's list in a table that grows.
// `--against <folder>` adds another checkout, built, to the same run.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SignJWT } from 'jose'
import pg from 'pg'
import { inScratch } from './databases.js'
import { litePglite, startLite } from './lite.js'
import { load, request } from './load.js'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const SECRET = 'the data API is measured with this one, 32 bytes'
const MEMBER = '00000000-0000-4000-8000-000000000000'
const ROWS = readFileSync(path('bench/rest.sql'), 'utf8')
const TURNS = 15

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

const options = { PGRST_JWT_SECRET: SECRET, PGRST_DB_ANON_ROLE: 'anon' }

const startOurs = (uri, checkout = path('.')) =>
  startProgram(restProgram(checkout), ['--db-uri', uri, '--server-port', '0'], { env: options })

const startFloor = (uri) =>
  startProgram(
    path('bench/floor-program.js'),
    [JSON.stringify({ uri, workloads: Object.values(WORKLOADS) })],
    { env: options },
  )

const { values } = parseArgs({ options: { against: { type: 'string' } } })
const other = values.against && resolve(values.against)
execFileSync(process.execPath, [path('scripts/prepare.js'), 'platform'], { stdio: 'inherit' })
await inScratch(onPostgres)
await inScratch(onPglite)
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
    await ask(server.url(name), ROWS)
    return server.url(name)
  }
  const uri = await database('measured')

  const contestants = {
    floor: await startFloor(uri),
    ours: await startOurs(uri),
    ...(other && { old: await startOurs(uri, other) }),
    lite: await startLite({
      driver: 'postgres',
      url: await database('throwaway'),
      secret: SECRET,
      scratch,
    }),
  }
  await contest('PostgreSQL', contestants)
  for (const [name, { memoryMb }] of Object.entries(contestants)) {
    console.log(`  memory of ${name}: ${memoryMb()} MB`)
  }
  for (const name of ['floor', 'lite', 'old']) await contestants[name]?.stop()
  await grow('PostgreSQL', contestants.ours, (sql) => ask(uri, sql))
  await contestants.ours.stop()
  await server.stop()
}

async function onPglite(scratch) {
  const { PGlite } = await import('@electric-sql/pglite')
  const folder = async (name, Engine) => {
    const place = join(scratch, name)
    mkdirSync(place)
    const database = await Engine.create(place)
    await database.exec(ROWS)
    await database.close()
    return place
  }
  const liteFolder = await folder('lite', (await litePglite()).PGlite)

  await contest('PGlite', {
    floor: await startFloor(`pglite:${await folder('floor', PGlite)}`),
    ours: await startOurs(`pglite:${await folder('ours', PGlite)}`),
    ...(other && { old: await startOurs(`pglite:${await folder('old', PGlite)}`, other) }),
    lite: await startLite({ driver: 'pglite', url: liteFolder, secret: SECRET, scratch }),
  })
}

/**
 * In short alternating rounds, so that noise affects all alike. The result is the median of the rounds, and of the
 * ratios within a round.
 */
async function contest(title, contestants) {
  for (const [workload, { method, path: to, headers: sent, body }] of Object.entries(WORKLOADS)) {
    const turns = []
    for (let turn = 0; turn < TURNS; turn++) {
      const results = {}
      for (const [name, server] of inAlternatingOrder(contestants, turn)) {
        const bytes = request(method, (name === 'lite' ? '/rest/v1' : '') + to, sent, body)
        const cpuBefore = server.cpuMs()
        const result = await load(server.url, () => bytes, {
          seconds: 0.6,
          // Until the JIT has compiled: a large program takes longer than a small one.
          warmUp: turn === 0 ? 4 : 0.2,
        })
        results[name] = { ...result, cpuUs: ((server.cpuMs() - cpuBefore) * 1000) / result.all }
      }
      turns.push(results)
    }
    print(`${title}, ${workload}`, turns)
  }
}

/** Reverses the order in every other round. */
function inAlternatingOrder(contestants, turn) {
  const all = Object.entries(contestants)

  return turn % 2 === 0 ? all : all.reverse()
}

function print(title, turns) {
  const middle = (value) => turns.map(value).sort((a, b) => a - b)[Math.floor(turns.length / 2)]
  console.log(`\n${title}`)
  for (const name of Object.keys(turns[0])) {
    const of = (key) => middle((turn) => turn[name][key])
    const times = `p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms, CPU ${of('cpuUs').toFixed(0)} µs`
    console.log(`  ${name.padEnd(6)} ${of('perSecond').toFixed(0).padStart(6)} /s   ${times}`)
  }
  const ratio = (name) => middle(({ ours, [name]: peer }) => ours.perSecond / peer.perSecond)
  const cpu = middle(({ ours, floor }) => floor.cpuUs / ours.cpuUs)
  console.log(
    `  ours is ${ratio('lite').toFixed(2)} of lite, ${ratio('floor').toFixed(2)} of the floor, by CPU ${cpu.toFixed(2)} of it`,
  )
  if (other) {
    const oldCpu = middle(({ ours, old }) => old.cpuUs / ours.cpuUs)
    console.log(`  ours is ${ratio('old').toFixed(2)} of old, by CPU ${oldCpu.toFixed(2)} of it`)
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
