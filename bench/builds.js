// Two builds of the product in one run: `node bench/builds.js --against <checkout, built> [--at-once 8] [--only visitor]`. Sign-in, refresh and two reads of the
// data API over one PostgreSQL, in short turns that alternate between the builds, by rate and by processor time.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { inScratch } from './databases.js'
import { load, request } from './load.js'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const PASSWORD = 'a password for measuring'
const PEOPLE = 8
const TURNS = 15

/** For each case, given the sessions of the people, what a client asks next. */
const CASES = {
  'sign-in': () => (person) =>
    request(
      'POST',
      '/auth/v1/token?grant_type=password',
      {},
      JSON.stringify({ email: emailOf(person), password: PASSWORD }),
    ),
  refresh: (sessions) => {
    const tokens = sessions.map(({ refresh_token }) => refresh_token)
    return (person, answer) => {
      tokens[person] = /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? tokens[person]
      const body = JSON.stringify({ refresh_token: tokens[person] })
      return request('POST', '/auth/v1/token?grant_type=refresh_token', {}, body)
    }
  },
  'data API, a visitor reads': () => () =>
    request('GET', '/rest/v1/resources?select=id,title_en&limit=3'),
  'data API, a member reads': (sessions) => (person) =>
    request('GET', '/rest/v1/users?select=id,email,role', {
      authorization: `Bearer ${sessions[person].access_token}`,
    }),
}

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    'at-once': { type: 'string', default: String(PEOPLE) },
    only: { type: 'string', default: '' },
  },
})
if (!values.against) throw new Error('Which other build? --against <checkout>')
execFileSync(process.execPath, [path('scripts/prepare.js'), 'start'], { stdio: 'inherit' })
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const { freePort } = await source('platform/test/databases/free-port.ts')
const server = await startPostgres()

await inScratch(async (scratch) => {
  const builds = {
    old: await startBuild('old', resolve(values.against), scratch),
    new: await startBuild('new', path('.'), scratch),
  }
  const sessions = {}
  for (const [name, { url }] of Object.entries(builds)) sessions[name] = await signUpAll(url)

  console.log('| | old /s | new /s | new ÷ old | CPU of old, new |')
  console.log('|---|---|---|---|---|')
  for (const [what, askOf] of Object.entries(CASES)) {
    if (!what.includes(values.only)) continue
    const turns = { old: [], new: [] }
    const asks = Object.fromEntries(
      Object.keys(builds).map((name) => [name, askOf(sessions[name])]),
    )
    for (let turn = 0; turn < TURNS; turn++) {
      const order = turn % 2 === 0 ? ['old', 'new'] : ['new', 'old']
      for (const name of order) turns[name].push(await measure(builds[name], asks[name]))
    }
    const ratios = turns.new.map(({ perSecond }, i) => perSecond / turns.old[i].perSecond)
    const rates = [turns.old, turns.new].map((one) => median(one.map((t) => t.perSecond)))
    const cpu = [turns.old, turns.new].map((one) => median(one.map((t) => t.cpuUs)))
    console.log(
      `| ${what} | ${rates[0].toFixed(0)} | ${rates[1].toFixed(0)} | ${median(ratios).toFixed(2)} | ${cpu.map((us) => us.toFixed(0)).join(', ')} µs |`,
    )
  }
  for (const build of Object.values(builds)) await build.stop()
})
await server.stop()
process.exit(0)

async function startBuild(name, folder, scratch) {
  return startProgram(join(folder, 'server/dist/main.js'), [], {
    env: {
      PORT: String(await freePort()),
      DATA_DIR: join(scratch, name),
      DATABASE_URL: await database(name),
      SEED: 'none',
      LOG_LEVEL: 'warn',
      AUTH_AUTOCONFIRM: 'true',
      AUTH_REQUIRE_APIKEY: 'false',
      AUTH_RATE_LIMIT_FACTOR: '0',
    },
  })
}

async function database(name) {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query(`create database build_${name}`)
  await client.end()

  return server.url(`build_${name}`)
}

function emailOf(person) {
  return `person-${person}@example.test`
}

async function signUpAll(url) {
  const people = Array.from({ length: PEOPLE }, (_, person) => person)

  return Promise.all(
    people.map(async (person) => {
      const answer = await fetch(`${url}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf(person), password: PASSWORD }),
      })
      return answer.json()
    }),
  )
}

async function measure(build, ask) {
  const before = build.cpuMs()
  const { all, perSecond } = await load(build.url, ask, {
    atOnce: Number(values['at-once']),
    seconds: 0.6,
    warmUp: 0.1,
  })

  return { perSecond, cpuUs: ((build.cpuMs() - before) * 1000) / all }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}
