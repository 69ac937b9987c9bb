// CPU of the identity service for one refresh, over PostgreSQL, eight members at once. With `--against <folder of
// another checkout>`, also that one's, started twice to show the noise.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { load, request } from './load.js'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const MEMBERS = 8
const ROUNDS = 21
const TURN_S = 0.4
const WARM_UP_S = 6

const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const server = await startPostgres()
const against = process.argv.indexOf('--against')
const folders = {
  ours: path('.'),
  ...(against > 0 && { old: process.argv[against + 1], 'old again': process.argv[against + 1] }),
}
const contestants = {}
for (const [name, folder] of Object.entries(folders)) {
  contestants[name] = await openContestant(`measured_${Object.keys(contestants).length}`, folder)
}

const turns = Object.fromEntries(Object.keys(folders).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  const names = Object.keys(folders)
  for (let i = 0; i < names.length; i++) {
    const name = names[(i + round) % names.length]
    turns[name].push(await turn(contestants[name]))
  }
}
for (const [name, micros] of Object.entries(turns)) {
  const ratios = micros.map((one, i) => one / (turns.old ?? turns.ours)[i])
  console.log(
    `${name.padEnd(12)} ${median(micros).toFixed(0).padStart(6)} µs CPU   ${median(ratios).toFixed(3)}`,
  )
}
for (const { program } of Object.values(contestants)) await program.stop()
await server.stop()
process.exit(0)

async function openContestant(database, folder) {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  const program = await startProgram(join(folder, 'bench/identity-program.js'), [
    server.url(database),
  ])
  const tokens = await Promise.all(
    Array.from({ length: MEMBERS }, (_, member) => signUp(program.url, member)),
  )
  const one = { program, tokens }
  // Until the engine has compiled what is used often.
  await turn(one, WARM_UP_S)

  return one
}

async function signUp(url, member) {
  const reply = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `member-${member}@example.test`, password: 'a long password' }),
  })

  return (await reply.json()).refresh_token
}

/** Each member refreshes with their latest token. */
async function turn({ program, tokens }, seconds = TURN_S) {
  const before = cpuMicros(program.pid)
  const { all } = await load(
    program.url,
    (member, answer) => {
      tokens[member] = /"refresh_token":"([^"]+)"/.exec(answer)?.[1] ?? tokens[member]
      const body = JSON.stringify({ refresh_token: tokens[member] })
      return request('POST', '/auth/v1/token?grant_type=refresh_token', {}, body)
    },
    { atOnce: MEMBERS, seconds, warmUp: 0 },
  )

  return (cpuMicros(program.pid) - before) / all
}

/** Of all threads, in finer steps than the clock ticks of /proc/<pid>/stat. */
function cpuMicros(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanos = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )

  return nanos.reduce((sum, one) => sum + one, 0) / 1000
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)

  return sorted[sorted.length >> 1]
}
