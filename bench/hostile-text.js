// A member imports 100 MB of the text that takes the search for secrets longest. Then each kind of request is sent at its maximum size.
// Meanwhile another thread calls `/healthz` every few milliseconds. Its slowest answer is compared with that of the idle server.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { inScratch } from './databases.js'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const FILES = 98
const FILE_BYTES = 1_000_000
const FILES_IN_A_COMMIT = 7
const MB = 1024 * 1024
const IDLE_S = 20
const LOGIN = 'bench-member'
const EMAIL = 'bench@example.test'
const PASSWORD = 'a-long-enough-password'
const SECRET_KEY = `sb_secret_${randomBytes(24).toString('base64url')}`

/** Each begins like a secret at every few characters. */
const WORST = [
  'eyJ-',
  '.eyJ',
  'eyJ0eXAiOiJKV1QifQ.eyJ',
  'postgres://a:',
  'postgres://a:b@',
  '-----BEGIN A ',
  'glpat-',
  'ghp_',
  'SG.aaaaaaaaaaaaaaaaa.',
  'xoxb-',
  '-',
]

const ASKING = `
const { parentPort, workerData } = require('node:worker_threads')
const times = []
let isStopped = false
parentPort.on('message', () => { isStopped = true })
;(async () => {
  // The first answers wait for this thread, not for the server.
  for (let n = 0; n < 50; n++) await (await fetch(workerData)).text()
  parentPort.postMessage('warm')
  while (!isStopped) {
    const began = performance.now()
    await (await fetch(workerData)).text()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  parentPort.postMessage(times)
  parentPort.close()
})()
`

const { startGithub } = await source('standins/src/github/app.ts')
const { freePort } = await source('platform/test/databases/free-port.ts')

await inScratch(async (folder) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const github = await startGithub({ dataDir: folder, productUrl: url })
  await seed(github)
  const server = await startProgram(path('server/dist/main.js'), [], {
    env: await environment(github, folder, port),
  })
  const call = await signedIn(url)
  await connect(call)

  const idle = await askingMeanwhile(url, () => pause(IDLE_S * 1000))
  const began = performance.now()
  let status = ''
  const busy = await askingMeanwhile(url, async () => {
    status = await importAll(call, url)
  })
  const seconds = (performance.now() - began) / 1000
  const large = {}
  for (const [name, send] of Object.entries(largeRequests(url, github.app)))
    large[name] = await askingMeanwhile(url, send)

  console.log(`\n${FILES} files of ${FILE_BYTES} bytes: "${status}" after ${seconds.toFixed(1)} s`)
  console.log(`  memory of the server    ${server.memoryMb()} MB`)
  for (const [name, { worst, middle, asked }] of Object.entries({ idle, import: busy, ...large })) {
    console.log(
      `  ${name}: /healthz ${asked} times, middle ${middle.toFixed(1)} ms, slowest ${worst.toFixed(0)} ms, against idle ${(worst / idle.worst).toFixed(2)}`,
    )
  }
  await server.stop()
  await github.close()
})
process.exit(0)

async function seed(github) {
  const control = (method, name, body) =>
    fetch(`${github.webUrl}/_control/${name}`, {
      method,
      headers: { 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
  await control('PUT', 'limits', {
    creationsPerMinute: null,
    creationsPerHour: null,
    pointsPerMinute: null,
  })
  await control('POST', 'seed', {
    people: [{ login: LOGIN, name: 'Bench', email: EMAIL, emailState: 'verified' }],
    repositories: [
      {
        owner: LOGIN,
        name: 'worst',
        private: true,
        commits: [{ message: 'First', files: { 'a.txt': 'a' } }],
      },
    ],
  })
  await control('POST', 'installations', { person: LOGIN })
  for (let at = 0; at < FILES; at += FILES_IN_A_COMMIT) {
    const names = Array.from({ length: Math.min(FILES_IN_A_COMMIT, FILES - at) }, (_, i) => at + i)
    const files = Object.fromEntries(names.map((n) => [`worst-${n}.txt`, worstText(n)]))
    const made = await control('POST', `repositories/${LOGIN}/worst/commits`, {
      person: LOGIN,
      files,
    })
    if (made.status !== 201) throw new Error(`Not seeded: ${made.status} ${await made.text()}`)
  }
}

function worstText(n) {
  const unit = WORST[n % WORST.length]

  return `${n} ${unit.repeat(Math.ceil(FILE_BYTES / unit.length))}`.slice(0, FILE_BYTES)
}

async function environment({ webUrl, apiUrl, app }, folder, port) {
  return {
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY,
    SEED: 'none',
    STANDINS: 'off',
    AUTH_RATE_LIMIT_FACTOR: '0',
    GITHUB_WEB_URL: webUrl,
    GITHUB_API_URL: apiUrl,
    GITHUB_APP_CLIENT_ID: app.clientId,
    GITHUB_APP_CLIENT_SECRET: app.clientSecret,
    GITHUB_APP_ID: String(app.id),
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: await app.privateKey(),
    GITHUB_APP_WEBHOOK_SECRET: app.webhookSecret,
  }
}

async function signedIn(url) {
  const headers = { apikey: SECRET_KEY, 'content-type': 'application/json' }
  const ask = async (name, body, more = {}) => {
    const send = () =>
      fetch(url + name, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      })
    let answer = await send()
    // Right after a start, on a busy machine.
    for (let tries = 0; answer.status === 503 && tries < 30; tries++) {
      await pause(1000)
      answer = await send()
    }
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await ask(
    '/auth/v1/admin/users',
    { email: EMAIL, password: PASSWORD, email_confirm: true },
    { authorization: `Bearer ${SECRET_KEY}` },
  )
  const { access_token: token } = await ask('/auth/v1/token?grant_type=password', {
    email: EMAIL,
    password: PASSWORD,
  })

  return (name, body = {}) =>
    ask(`/functions/v1/${name}`, body, { authorization: `Bearer ${token}` })
}

async function connect(call) {
  const { url, state } = await call('start-github-connection')
  const sent = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ person: LOGIN }),
    redirect: 'manual',
  })
  const code = new URL(sent.headers.get('location')).searchParams.get('code')
  await call('github-app-auth', { code, state })
}

async function importAll(call, url) {
  const { cloneId } = await call('start-private-import', { fullName: `${LOGIN}/worst` })
  await pause(1000)
  const first = await ended(url, cloneId, ['asking', 'public', 'failed'])
  if (first !== 'asking') return first
  await call('continue-private-import', { cloneId, acceptSecrets: true })

  return `asking, ${await ended(url, cloneId, ['public', 'failed'])}`
}

async function ended(url, cloneId, statuses) {
  for (;;) {
    const answer = await fetch(`${url}/rest/v1/temporary_clones?id=eq.${cloneId}`, {
      headers: { apikey: SECRET_KEY },
    })
    const [{ status, error_code: code }] = await answer.json()
    if (statuses.includes(status)) return code ? `${status} (${code})` : status
    await pause(200)
  }
}

/** Each as large as the server takes it, for two seconds. Their answers may be refusals, but not failures. */
function largeRequests(url, app) {
  const headers = { apikey: SECRET_KEY, 'content-type': 'application/json' }
  const post =
    (name, body, more = {}) =>
    () =>
      forTwoSeconds(() =>
        fetch(url + name, { method: 'POST', headers: { ...headers, ...more }, body }),
      )
  const rows = filled('{"nobody_has_this":1}', 16 * MB)
  const pairs = filled('"a":1', MB, '{', '}')
  const event = filled('{"id":"a","message":"b"}', 8 * MB, '{"commits":[', ']}')
  const ids = filled(randomUUID(), 240_000, '(', ')')

  return {
    '16 MB of rows': post('/rest/v1/projects', rows),
    '16 MB of brackets': post('/rest/v1/projects', '['.repeat(16 * MB - 1)),
    '8 MB webhook': post('/webhooks/github', event, {
      'x-github-event': 'push',
      'x-hub-signature-256': `sha256=${createHmac('sha256', app.webhookSecret).update(event).digest('hex')}`,
    }),
    '1 MB sign-in': post('/auth/v1/token?grant_type=password', pairs),
    '1 MB of a function': post('/functions/v1/start-private-import', pairs),
    '1 MB billing webhook': post('/webhooks/lemon-squeezy', pairs),
    '240 KB of ids': () =>
      forTwoSeconds(() => fetch(`${url}/rest/v1/projects?id=in.${ids}`, { headers })),
    '240 KB of conditions': () =>
      forTwoSeconds(() =>
        fetch(`${url}/rest/v1/projects?or=${filled('id.is.null', 240_000, '(', ')')}`, { headers }),
      ),
  }
}

function filled(part, bytes, before = '[', after = ']') {
  const count = Math.floor((bytes - before.length - after.length + 1) / (part.length + 1))

  return before + Array(count).fill(part).join(',') + after
}

async function forTwoSeconds(send) {
  const end = performance.now() + 2000
  while (performance.now() < end) {
    const answer = await send()
    const text = await answer.text()
    if (answer.status >= 500 && answer.status !== 503)
      throw new Error(`Answered ${answer.status}: ${text.slice(0, 200)}`)
  }
}

/** In a thread of its own: this one plays GitHub, which has much to do itself. */
async function askingMeanwhile(url, work) {
  const worker = new Worker(ASKING, { eval: true, workerData: `${url}/healthz` })
  await new Promise((resolve) => worker.once('message', resolve))
  await work()
  const times = await new Promise((resolve) => {
    worker.once('message', resolve)
    worker.postMessage('stop')
  })
  times.sort((a, b) => a - b)

  return {
    worst: times.at(-1),
    middle: times[Math.floor(times.length / 2)],
    asked: times.length,
  }
}
