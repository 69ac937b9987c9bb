// The identity service against @supabase/lite over the same PostgreSQL: sign-ins with bcrypt cost 10 on both sides
// and ours as it is by default, built; refreshes, memory; and what GET /user takes while 32 clients sign in without
// pause. No sign-in is faster than its hash: how many of those the machine makes is measured between the others.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { inScratch } from './databases.js'
import { startLite } from './lite.js'
import { load, request } from './load.js'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const PASSWORD = 'a password for measuring'
const PEOPLE = 32
const TURNS = 2
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// One at a time is what ours does on two cores: the other core stays free for other requests.
const BARE_HASHES = {
  'bcrypt, one at a time': { atOnce: 1, once: () => bcrypt(PASSWORD, 10) },
  'bcrypt, eight at once': { atOnce: 8, once: () => bcrypt(PASSWORD, 10) },
  'argon2id, one at a time': { atOnce: 1, once: () => argon2(PASSWORD, ARGON2ID) },
  'argon2id, eight at once': { atOnce: 8, once: () => argon2(PASSWORD, ARGON2ID) },
}
const SECRET = 'the other side signs with a secret too: HS256'

const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const server = await startPostgres()

await inScratch(async (scratch) => {
  const contestants = {
    'ours, bcrypt': await startWithBcrypt(),
    'ours, argon2id': await startProduct(scratch),
    lite: await startLite({
      driver: 'postgres',
      url: await database('throwaway'),
      secret: SECRET,
      scratch,
    }),
  }
  for (const { url } of Object.values(contestants)) await signUpAll(url)

  await contest('Sign-ins, eight at once', contestants, 8, () => signInBytes, BARE_HASHES)
  await contest('Refreshes, eight at once', contestants, 8, ({ url }) => refreshes(url))
  for (const [name, one] of Object.entries(contestants)) {
    console.log(`  memory of ${name.padEnd(14)} ${one.memoryMb()} MB`)
  }
  for (const [name, one] of Object.entries(contestants)) await underLoad(name, one)
  for (const one of Object.values(contestants)) await one.stop()
})
await server.stop()
process.exit(0)

async function startWithBcrypt() {
  return startProgram(path('bench/identity-program.js'), [await database('measured_bcrypt')])
}

/** The whole built product, not the identity service alone. */
async function startProduct(scratch) {
  execFileSync(process.execPath, [path('scripts/prepare.js'), 'start'], { stdio: 'inherit' })
  const { freePort } = await source('platform/test/databases/free-port.ts')

  return startProgram(path('server/dist/main.js'), [], {
    env: {
      PORT: String(await freePort()),
      DATA_DIR: join(scratch, 'data'),
      DATABASE_URL: await database('measured'),
      SEED: 'none',
      LOG_LEVEL: 'warn',
      AUTH_AUTOCONFIRM: 'true',
      AUTH_REQUIRE_APIKEY: 'false',
      AUTH_RATE_LIMIT_FACTOR: '0',
      JWT_SECRET: SECRET,
    },
  })
}

/** The rate of bare hashes, `atOnce` in parallel. */
async function bareRate({ once, atOnce }, seconds) {
  const times = []
  const began = performance.now()
  const lane = async () => {
    while (performance.now() - began < seconds * 1000) {
      const start = performance.now()
      await once()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))

  const perSecond = times.length / ((performance.now() - began) / 1000)
  times.sort((a, b) => a - b)
  return { perSecond, p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)] }
}

async function database(name) {
  const { default: pg } = await import('pg')
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()

  return server.url(name)
}

function emailOf(person) {
  return `person-${person}@example.test`
}

async function signUpAll(url) {
  for (let person = 0; person < PEOPLE; person++) {
    await post(url, '/signup', { email: emailOf(person), password: PASSWORD })
  }
}

async function post(url, to, body) {
  const reply = await fetch(`${url}/auth/v1${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`)

  return reply.json()
}

function signInBytes(person) {
  const body = JSON.stringify({ email: emailOf(person), password: PASSWORD })

  return request('POST', '/auth/v1/token?grant_type=password', {}, body)
}

/** Each client refreshes its own session with its latest token. */
async function refreshes(url) {
  const sessions = await Promise.all(
    Array.from({ length: 8 }, (_, person) =>
      post(url, '/token?grant_type=password', { email: emailOf(person), password: PASSWORD }),
    ),
  )

  return (client, answer) => {
    const token = /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? sessions[client].refresh_token
    const body = JSON.stringify({ refresh_token: token })
    return request('POST', '/auth/v1/token?grant_type=refresh_token', {}, body)
  }
}

async function contest(title, contestants, atOnce, asking, floors = {}) {
  const best = {}
  const keep = (name, result) => {
    if (!(best[name]?.perSecond > result.perSecond)) best[name] = result
  }
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, one] of Object.entries(contestants)) {
      keep(name, await load(one.url, await asking(one), { atOnce, seconds: 4 }))
    }
    for (const [name, floor] of Object.entries(floors)) keep(name, await bareRate(floor, 4))
  }

  console.log(`\n${title}`)
  for (const [name, { perSecond, p50, p99 }] of Object.entries(best)) {
    const ratio = (perSecond / best.lite.perSecond).toFixed(2)
    const times = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    console.log(
      `  ${name.padEnd(24)} ${perSecond.toFixed(0).padStart(5)} /s   ${ratio} of lite, ${times}`,
    )
  }
}

/** Times GET /user, first alone and then while 32 others sign in without pause. */
async function underLoad(name, { url }) {
  const { access_token } = await post(url, '/token?grant_type=password', {
    email: emailOf(0),
    password: PASSWORD,
  })
  const bytes = request('GET', '/auth/v1/user', { authorization: `Bearer ${access_token}` })
  const look = (seconds) => load(url, () => bytes, { atOnce: 1, seconds })

  const idle = await look(4)
  const rush = load(url, (client) => signInBytes(client), { atOnce: 32, seconds: 8, warmUp: 1 })
  const busy = await look(6)
  await rush

  const ratio = (busy.p99 / idle.p99).toFixed(1)
  console.log(
    `\nGET /user of ${name}: p99 ${idle.p99.toFixed(1)} ms alone, ${busy.p99.toFixed(1)} ms while 32 sign in (${ratio} times); p50 ${idle.p50.toFixed(1)} and ${busy.p50.toFixed(1)} ms`,
  )
}
