import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readyServer } from './chaos-product.js'
import { freePorts } from './free-ports.js'
import { chooseStandins, portCount, startStandins } from './launch.js'
import { root } from './root.js'
import { Refusal } from './run.js'
import { psql, startBalancer } from './scale-programs.js'
import { SECRET_KEY, signUp, withPostgres } from './scale-servers.js'

const IMPORTS = 50
const PUBLIC_WITHIN_MS = 65_000
const MAILS = 1_000
/** Those that the mail server has taken at the moment of the kill are sent again, with the same Message-ID. */
const MOST_TWICE = 4
const WAIT_LIMIT_MS = 300_000
const MINUTE_MS = 60_000
const REMOVED_WITHIN_MS = 10_000
const FILES = { 'README.md': '# Trial\n', 'src/a.txt': 'a', 'src/b.txt': 'b' }

/** Members who import a private repository each, all at once, on two servers. */
export const importsAtOnce = () =>
  withWorld({ runs: ['all', 'all'] }, async ({ url, database, github }) => {
    const members = await importers({ url, database, github }, IMPORTS)
    const idle = await readFor(url, 10_000)
    const reading = readUntilStopped(url)
    const started = performance.now()
    const ids = await Promise.all(members.map((member) => startImport(url, member)))
    const publicMs = await untilPublic(database, ids, started)
    const busy = await reading.stop()
    const found = `all of ${IMPORTS} copies public within ${seconds(publicMs)}; others' p99 ${busy.p99Ms.toFixed(0)} ms, ${(busy.p99Ms / idle.p99Ms).toFixed(1)} times idle (${idle.p99Ms.toFixed(0)} ms), ${busy.failed} of ${busy.sent} failed, idle ${idle.failed} of ${idle.sent}`
    if (publicMs > PUBLIC_WITHIN_MS || busy.p99Ms > 2 * idle.p99Ms || busy.failed > 0)
      throw new Refusal(found)
    return found
  })

/** The worker is killed in the middle of an import that is public, and of a thousand mails. */
export const workerKilled = () =>
  withWorld({ runs: ['web', 'web', 'worker'] }, async (world) => {
    const { url, database, github, servers, mailbox, startAgain } = world
    const [member] = await importers(world, 1)
    const id = await startImport(url, member)
    const began = performance.now()
    await untilPublic(database, [id], began)
    const publicAt = performance.now()
    const asking = askForMails(url)
    const told = () =>
      Number(psql(database, 'select count(*) from ops.mail_outbox where sent_at is not null'))
    await until(async () => told() > MAILS / 10, 'Mails are not sent.')
    await servers[2].kill()
    const atKill = told()
    await startAgain(2)
    const copy = psql(
      database,
      `select clone_full_name from public.temporary_clones where id = '${id}'`,
    )
    await until(async () => (await shownAt(github, copy)) !== 'public', 'The copy stays public.')
    const publicMs = performance.now() - publicAt
    await asking
    await until(async () => told() >= MAILS, 'Mails are missing.')
    const { sent, twice } = await arrived(mailbox)
    const found = `the copy was public for ${seconds(publicMs)}; ${sent} of ${MAILS} mails arrived, ${atKill} of them before the kill, ${twice} twice with one Message-ID`
    if (publicMs > MINUTE_MS + REMOVED_WITHIN_MS || sent !== MAILS || twice > MOST_TWICE)
      throw new Refusal(found)
    return found
  })

const addressOf = (at) => `mail-${at}@example.test`

/** Codes for new addresses, one after the other in ten lanes. */
async function askForMails(url) {
  const addresses = Array.from({ length: MAILS }, (_one, at) => addressOf(at))
  const lane = async () => {
    for (let email = addresses.pop(); email; email = addresses.pop()) {
      const answer = await fetch(`${url}/auth/v1/otp`, {
        method: 'POST',
        headers: { apikey: SECRET_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ email, create_user: true }),
      })
      await answer.arrayBuffer()
      if (answer.status === 503) addresses.push(email)
      else if (!answer.ok) throw new Refusal(`A code answered ${answer.status}.`)
    }
  }
  await Promise.all(Array.from({ length: 10 }, lane))
}

async function arrived(mailbox) {
  const seen = { sent: 0, twice: 0 }
  for (let at = 0; at < MAILS; at++) {
    const address = `${mailbox}/api/messages?to=${encodeURIComponent(addressOf(at))}`
    const mails = await (await fetch(address)).json()
    if (mails.length > 0) seen.sent += 1
    if (mails.length > 1) seen.twice += 1
  }
  return seen
}

const READ_EVERY_MS = 50

/** Others' reads until they are stopped: 99 of 100 took less than this. */
function readUntilStopped(url) {
  const tookMs = []
  const running = []
  let isOver = false
  let failed = 0
  const read = async () => {
    const began = performance.now()
    const answer = await fetch(`${url}/rest/v1/plans?select=id,price`, {
      headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) failed += 1
    tookMs.push(performance.now() - began)
  }
  const reading = (async () => {
    while (!isOver) {
      running.push(read())
      await pause(READ_EVERY_MS)
    }
  })()

  return {
    stop: async () => {
      isOver = true
      await reading
      await Promise.all(running)
      tookMs.sort((one, other) => one - other)
      return { p99Ms: tookMs[Math.floor(tookMs.length * 0.99)], failed, sent: tookMs.length }
    },
  }
}

async function readFor(url, ms) {
  const reading = readUntilStopped(url)
  await pause(ms)
  return reading.stop()
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** Servers over one database with the stand-ins of GitHub and a mailbox. */
const withWorld = ({ runs }, work) =>
  withPostgres(async ({ postgres, env }) => {
    const port = await freePorts(portCount + runs.length)
    const ports = runs.map((_run, at) => port + portCount + at)
    const address = `http://127.0.0.1:${ports[0]}`
    const shared = { ...env, PORT: String(port), NODE_ENV: 'test', SITE_URL: address, SEED: 'none' }
    const chosen = chooseStandins(shared)
    const standins = startStandins({
      env: { ...process.env, ...shared },
      chosen,
      folder: join(root, 'standins/dist'),
    })
    const addresses = chosen.map((one) => one.env(one.numbers, join(env.DATA_DIR, 'standins')))
    const envs = runs.map((RUN, at) => ({
      ...Object.assign({}, shared, ...addresses),
      RUN,
      PORT: String(ports[at]),
      AUTH_MAIL_INTERVAL_S: '0',
    }))
    const at = (name) => `http://127.0.0.1:${chosen.find((one) => one.name === name).numbers[0]}`
    const servers = []
    let balancer
    try {
      await standins.listening
      for (const one of envs) servers.push(await readyServer(one))
      balancer = await startBalancer(ports.filter((_port, place) => runs[place] !== 'worker'))
      return await work({
        url: balancer.url,
        database: postgres.url,
        github: at('github'),
        mailbox: at('mailbox'),
        servers,
        startAgain: async (place) => {
          servers[place] = await readyServer(envs[place])
        },
      })
    } finally {
      await Promise.all(servers.map((server) => server.kill()))
      await balancer?.stop()
      standins.child.kill('SIGTERM')
    }
  })

/** Pro members who are connected and have a private repository each. */
async function importers({ url, database, github }, count) {
  const limits = { creationsPerMinute: null, creationsPerHour: null, pointsPerMinute: null }
  await control(github, 'PUT', 'limits', limits)
  const members = await signUp(url, count)
  const plan = psql(
    database,
    `insert into public.plans (name, price) values ('Pro trial', 4) returning id`,
  )
  for (const [at, member] of members.entries()) {
    member.login = `trial-person-${at}`
    const mail = { email: `${member.login}@example.test`, emailState: 'hidden' }
    const repository = { owner: member.login, name: 'private', private: true }
    await control(github, 'POST', 'seed', {
      people: [{ login: member.login, name: 'A Person', ...mail }],
      repositories: [{ ...repository, commits: [{ message: 'First', files: FILES }] }],
    })
    await control(github, 'POST', 'installations', { person: member.login, account: member.login })
    psql(
      database,
      `insert into public.subscriptions (user_id, plan_id, status, lemon_squeezy_subscription_id)
       values ('${member.id}', '${plan}', 'active', '${randomUUID()}')`,
    )
    await connect(url, member)
  }
  return members
}

async function connect(url, { token, login }) {
  const { url: page, state } = await call(url, 'start-github-connection', token, {})
  const body = new URLSearchParams({ person: login })
  const sent = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(sent.headers.get('location')).searchParams.get('code')
  await call(url, 'github-app-auth', token, { code, state })
}

const startImport = async (url, { token, login }) =>
  (await call(url, 'start-private-import', token, { fullName: `${login}/private` })).cloneId

async function call(url, name, token, body) {
  const answer = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const read = await answer.json()
  if (!answer.ok) throw new Refusal(`${name} answered ${answer.status}: ${JSON.stringify(read)}`)
  return read
}

/** How long the last copy took, whatever became of the first ones meanwhile. */
async function untilPublic(database, ids, since) {
  const list = ids.map((id) => `'${id}'`).join(', ')
  const count = () =>
    Number(
      psql(
        database,
        `select count(*) from public.temporary_clones where id in (${list}) and made_public_at is not null`,
      ),
    )
  await until(async () => count() === ids.length, 'Copies are missing.')
  return performance.now() - since
}

async function until(isSo, complaint) {
  const end = performance.now() + WAIT_LIMIT_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Refusal(complaint)
    await pause(200)
  }
}

async function shownAt(github, fullName) {
  const found = await fetch(`${github}/_control/repositories/${fullName}`)
  if (!found.ok) return 'missing'
  return (await found.json()).isPrivate ? 'private' : 'public'
}

const control = (address, method, path, body) =>
  fetch(`${address}/_control/${path}`, {
    method,
    headers: { 'x-standin-control': '1' },
    body: JSON.stringify(body),
  })
