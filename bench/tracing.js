// What traces cost: requests a second and CPU of the product with a collector, at 1 % and at all of them, and without one. Each round gives
// every server a short turn, so that noise of the machine affects all alike. `--rounds 20` shortens the run.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SignJWT } from 'jose'
import pg from 'pg'
import { inScratch } from './databases.js'
import { openClients, request } from './load.js'
import { startProduction } from './production.js'
import { path, source } from './source.js'

const SECRET = randomBytes(32).toString('base64url')
const TURN_S = 0.25
/** Until the JIT has compiled, which takes requests, not time. */
const WARM_UP = { requests: 12_000, turnS: 0.5, mostTurns: 80 }
const CLIENTS = 10

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '60' } } })
const token = await new SignJWT({
  sub: '00000000-0000-4000-8000-000000000000',
  role: 'authenticated',
  aud: 'authenticated',
})
  .setProtectedHeader({ alg: 'HS256' })
  .setExpirationTime('2h')
  .sign(new TextEncoder().encode(SECRET))
const ask = request('GET', '/rest/v1/notes?select=id,body&order=id', {
  authorization: `Bearer ${token}`,
})

let spans = 0
const collector = createServer(async (incoming, outgoing) => {
  let text = ''
  for await (const chunk of incoming) text += chunk
  spans += JSON.parse(text).resourceSpans[0].scopeSpans[0].spans.length
  outgoing.end('{}')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => collector.once('listening', resolve))

await inScratch(async (scratch) => {
  const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
  const server = await startPostgres()
  const databaseUrl = server.url('postgres')
  const start = (name, env) =>
    startProduction(path('.'), {
      databaseUrl,
      jwtSecret: SECRET,
      dataDir: join(scratch, name),
      env: { AUTH_REQUIRE_APIKEY: 'false', ...env },
    })
  const endpoint = `http://127.0.0.1:${collector.address().port}`
  const traced = (ratio) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  })
  const off = await start('off', {})
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(readFileSync(path('bench/rest.sql'), 'utf8'))
  await client.query(`notify pgrst, 'reload schema'`)
  await client.end()
  const servers = { off, twin: await start('twin', {}), '1 %': await start('one', traced('0.01')) }
  servers.all = await start('all', traced('1'))

  const sides = await Promise.all(
    Object.entries(servers).map(async ([name, { url, cpuMs }]) => ({
      name,
      cpuMs,
      rates: [],
      costs: [],
      clients: await openClients(url, () => ask, CLIENTS),
    })),
  )
  const served = new Map(sides.map((side) => [side, 0]))
  for (let n = 0; n < WARM_UP.mostTurns; n++) {
    const cold = sides.filter((side) => served.get(side) < WARM_UP.requests)
    for (const side of cold) {
      const { all } = await side.clients.turn(WARM_UP.turnS)
      served.set(side, served.get(side) + all)
    }
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const before = side.cpuMs()
      const { perSecond, all } = await side.clients.turn(TURN_S)
      side.rates.push(perSecond)
      side.costs.push(((side.cpuMs() - before) * 1000) / all)
    }
  }

  const [first] = sides
  for (const { name, rates, costs } of sides) {
    const ratio = rates.map((rate, i) => rate / (first?.rates[i] ?? rate))
    console.log(
      `${name.padEnd(5)} ${median(rates).toFixed(0)} /s, ${median(costs).toFixed(0)} µs CPU a request, ${(median(ratio) * 100).toFixed(1)} % of off (${(quartile(ratio, 0.25) * 100).toFixed(1)} to ${(quartile(ratio, 0.75) * 100).toFixed(1)})`,
    )
  }
  console.log(`${spans} spans arrived`)
  for (const { clients } of sides) clients.close()
  for (const one of Object.values(servers)) await one.stop()
  await server.stop()
})
process.exit(0)

function quartile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b)

  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}

function median(numbers) {
  return quartile(numbers, 0.5)
}
