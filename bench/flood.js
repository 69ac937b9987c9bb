// Effect of 50 expensive anonymous queries a second on others: sign-in and /readyz, idle and under the flood,
// on both databases, over the product as it is built. `--against <folder>` measures another checkout, built, in the same run.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inScratch } from './databases.js'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const PASSWORD = 'a password for measuring'
const EMAIL = 'person@example.test'
const PER_SECOND = 50
const SECONDS = 10
const SAMPLES_MS = 150
/** Requests without a response by then count with this time. */
const GIVE_UP_MS = 30_000
const matching = (pattern) => `resources?description_en=match.${encodeURIComponent(pattern)}`
const FLOODS = {
  'back-references': matching(String.raw`^(.+)(.+)(.+)(.+)(.+)(.+)\1\2\3\4\5\6$`),
  'nested lookaheads': matching('(?=.*(?=.*xy))'),
  'nested counts': matching('(((a{0,15}){0,15}){0,15})q9'),
  // The most expensive pattern that is not refused.
  'counts at the limit': matching('((a{0,16}){0,16})q9'),
}

const { values } = parseArgs({ options: { against: { type: 'string' } } })
execFileSync(process.execPath, [path('scripts/prepare.js'), 'start'], { stdio: 'inherit' })
const builds = { new: path('.'), ...(values.against && { old: resolve(values.against) }) }
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const { freePort } = await source('platform/test/databases/free-port.ts')

console.log(
  '| p99 (of which refused) | sign-in, idle | sign-in, flood | `/readyz`, idle | `/readyz`, flood |',
)
console.log('|---|---|---|---|---|')
for (const database of ['embedded', 'PostgreSQL']) {
  for (const [build, folder] of Object.entries(builds)) await measure(database, build, folder)
}
process.exit(0)

async function measure(database, build, folder) {
  await inScratch(async (scratch) => {
    const postgres = database === 'embedded' ? null : await startPostgres()
    const product = await startProgram(join(folder, 'server/dist/main.js'), [], {
      env: {
        PORT: String(await freePort()),
        DATA_DIR: join(scratch, 'data'),
        SEED: 'none',
        LOG_LEVEL: 'fatal',
        AUTH_AUTOCONFIRM: 'true',
        AUTH_REQUIRE_APIKEY: 'false',
        AUTH_RATE_LIMIT_FACTOR: '0',
        ...(postgres && { DATABASE_URL: postgres.url('postgres') }),
      },
    })
    await signIn(product.url, 'signup')
    const idle = await look(product.url)
    for (const [name, query] of Object.entries(FLOODS)) {
      const flood = startFlood(`${product.url}/rest/v1/${query}`)
      const busy = await look(product.url)
      await flood
      const row = [idle.signIn, busy.signIn, idle.ready, busy.ready].join(' | ')
      console.log(`| ${database}, ${build}, ${name} | ${row} |`)
    }
    await product.stop()
    await postgres?.stop()
  })
}

/** At a steady rate, whether or not the ones before were answered; bounded in number, and each in time. */
async function startFlood(url) {
  const answers = []
  for (let i = 0; i < PER_SECOND * SECONDS; i++) {
    answers.push(timed(() => fetch(url, { signal: AbortSignal.timeout(GIVE_UP_MS) })))
    await pause(1000 / PER_SECOND)
  }
  await Promise.all(answers)
}

async function look(url) {
  const signIns = []
  const readies = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    signIns.push(timed(() => signIn(url, 'token?grant_type=password')))
    readies.push(timed(() => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(GIVE_UP_MS) })))
    await pause(SAMPLES_MS)
  }
  return { signIn: summary(await Promise.all(signIns)), ready: summary(await Promise.all(readies)) }
}

function signIn(url, how) {
  return fetch(`${url}/auth/v1/${how}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  })
}

async function timed(ask) {
  const began = performance.now()
  try {
    const reply = await ask()
    await reply.arrayBuffer()
    return { ms: performance.now() - began, isOk: reply.ok }
  } catch {
    return { ms: performance.now() - began, isOk: false }
  }
}

function summary(samples) {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const refused = samples.filter(({ isOk }) => !isOk).length

  return `${times[Math.floor(times.length * 0.99)].toFixed(0)} ms (${refused} of ${times.length})`
}

function pause(ms) {
  return new Promise((done) => {
    setTimeout(done, ms)
  })
}
