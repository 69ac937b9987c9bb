// CPU of the identity service for one sign-in by passkey (options and answer) and by password (argon2id, as it is by
// default), over PostgreSQL, four members at once. The authenticators work in this process, which is not counted.
import pg from 'pg'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const MEMBERS = 4
const PASSWORD = 'a password for measuring'
const ROUNDS = 15
const TURN_MS = 500
const WARM_UP_MS = 4000

const { startPostgres } = await source('platform/test/databases/postgres-server.ts')
const { softAuthenticator } = await source('platform/test/identity/soft-authenticator.ts')
const server = await startPostgres()
await createDatabase('measured')
const program = await startProgram(path('bench/identity-program.js'), [
  server.url('measured'),
  'argon2id',
])
const members = await Promise.all(Array.from({ length: MEMBERS }, (_, i) => signUp(i)))

const ways = { password: byPassword, passkey: byPasskey }
const turns = { password: [], passkey: [] }
for (const way of Object.values(ways)) await turn(way, WARM_UP_MS)
for (let round = 0; round < ROUNDS; round++) {
  const names = round % 2 === 0 ? ['password', 'passkey'] : ['passkey', 'password']
  for (const name of names) turns[name].push(await turn(ways[name], TURN_MS))
}

for (const [name, micros] of Object.entries(turns)) {
  const middle = median(micros)
  const perSecond = (1_000_000 / middle).toFixed(0)
  console.log(
    `${name.padEnd(10)} ${middle.toFixed(0).padStart(6)} µs CPU, ${perSecond.padStart(5)} /s and core`,
  )
}
const ratios = turns.password.map((one, i) => one / turns.passkey[i])
console.log(`password / passkey ${median(ratios).toFixed(1)} (goal 4)`)
await program.stop()
await server.stop()
process.exit(0)

async function createDatabase(name) {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

async function signUp(i) {
  const email = `member-${i}@example.test`
  const { access_token } = await post('/signup', { email, password: PASSWORD })
  const { challenge_id, options } = await post('/passkeys/registration/options', {}, access_token)
  const key = softAuthenticator()
  const credential = key.create(options)
  await post('/passkeys/registration/verify', { challenge_id, credential }, access_token)

  return { email, key }
}

function byPassword({ email }) {
  return post('/token?grant_type=password', { email, password: PASSWORD })
}

async function byPasskey({ key }) {
  const { challenge_id, options } = await post('/passkeys/authentication/options', {})
  const credential = key.get(options)

  return post('/passkeys/authentication/verify', { challenge_id, credential })
}

async function turn(signIn, ms) {
  const end = performance.now() + ms
  const before = program.cpuMs()
  let count = 0
  await Promise.all(
    members.map(async (member) => {
      while (performance.now() < end) {
        await signIn(member)
        count += 1
      }
    }),
  )

  return ((program.cpuMs() - before) * 1000) / count
}

async function post(to, body, token) {
  const reply = await fetch(`${program.url}/auth/v1${to}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`)

  return reply.json()
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)

  return sorted[sorted.length >> 1]
}
