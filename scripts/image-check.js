import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { RELEASE } from './bundle.js'
import { freePorts } from './free-ports.js'
import { IMAGE_USER } from './image-root.js'
import { Refusal, report, say } from './run.js'
import { startTemporaryPostgres } from './temporary-postgres.js'

const MOST_READY_MS = 3_000
const MOST_RSS_MB = 200
const FIRST_START_LIMIT_MS = 120_000
const IDLE_AFTER_MS = 12_000
const STARTS = 3
const CALLERS = 20

/** With the restrictions that an operator may set. Without the two limits, a runtime without CAP_SYS_RESOURCE cannot raise its own. */
const HARDENED = [
  ...['--runtime', 'runc', '--network', 'host', '--no-healthcheck'],
  ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ...['--memory', '512m', '--pids-limit', '200'],
  ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
]

/** Runs the image over PostgreSQL and embedded, and refuses it where it does not keep what is promised. */
export async function checkImage({ name, storage }) {
  const podman = (...args) => {
    const { status, stdout, stderr } = spawnSync('podman', [...storage, ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Refusal(`podman ${args[0]} failed:\n${stderr}`)
    // The logs of a container come on both.
    return (args[0] === 'logs' ? stdout + stderr : stdout).trim()
  }

  await overPostgres({ name, podman })
  await overEmbedded({ name, podman })
}

async function overPostgres({ name, podman }) {
  report('Over PostgreSQL …')
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-image-'))
  const postgres = await startTemporaryPostgres()
  const port = await freePorts(1)
  const url = `http://localhost:${port}`
  const { file, publishableKey } = writeEnvironment(folder, url)
  const address = writeSecret(folder, postgres.url)
  const secret = ['-v', `${address}:/run/secrets/database:ro`]
  const env = [
    '--env-file',
    file,
    '-e',
    `PORT=${port}`,
    '-e',
    'DATABASE_URL_FILE=/run/secrets/database',
    // As a volume of Kubernetes is: open to all, so that the data folder has to be one below.
    ...['--tmpfs', '/data:rw,mode=1777', '-e', 'DATA_DIR=/data/gitferry'],
  ]
  const container = podman('create', ...HARDENED, ...secret, ...env, name)

  try {
    say(`  first start, with all migrations: ${await startedAfter({ podman, container, url })} ms`)
    await walk(url, publishableKey)
    refuseUnlessConfined(pidOf(podman, container))
    if (podman('exec', container, '/usr/bin/node', '/app/bin/gitferry', 'health') !== 'ready') {
      throw new Refusal('gitferry health does not answer inside.')
    }
    await pause(IDLE_AFTER_MS)
    refuseAbove('RSS when idle', residentMb(pidOf(podman, container)), MOST_RSS_MB, 'MB')
    await refuseUnlessDrained({ podman, container, url, publishableKey })

    const starts = []
    for (let i = 0; i < STARTS; i++) {
      starts.push(await startedAfter({ podman, container, url }))
      podman('stop', '--time', '20', container)
    }
    refuseAbove('ready', Math.min(...starts), MOST_READY_MS, 'ms')
  } finally {
    podman('rm', '--force', '--time', '1', container)
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function overEmbedded({ name, podman }) {
  report('Embedded …')
  const volume = `gitferry-check-${process.pid}`
  const port = await freePorts(1)
  const env = ['-e', 'NODE_ENV=development', '-e', `PORT=${port}`, '-v', `${volume}:/data`]
  // The engine alone needs more than the half of this.
  const container = podman('create', ...HARDENED, '--memory', '1g', ...env, name)

  try {
    const url = `http://localhost:${port}`
    say(`  first start: ${await startedAfter({ podman, container, url })} ms`)
    const page = await fetch(url)
    if (page.status !== 200) throw new Refusal(`The first page was answered ${page.status}.`)
    refuseUnlessConfined(pidOf(podman, container))
    podman('stop', '--time', '20', container)
    refuseUnlessZero(podman, container)
  } finally {
    podman('rm', '--force', '--time', '1', container)
    podman('volume', 'rm', '--force', volume)
  }
}

/** What production needs, with values for whatever is to be filled in. */
function writeEnvironment(folder, url) {
  const drawn = execFileSync(
    process.execPath,
    [join(RELEASE, 'bin/gitferry'), 'operate', 'new-secrets'],
    {
      encoding: 'utf8',
    },
  )
  const values = drawn.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  const file = join(folder, 'gitferry.env')
  const filledIn = {
    SITE_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@gitferry.test',
    LEMON_SQUEEZY_API_KEY: randomBytes(20).toString('hex'),
    LEMON_SQUEEZY_STORE_ID: '1',
    // Nobody reads the mail of this check.
    AUTH_AUTOCONFIRM: 'true',
  }
  const all = [...values, ...Object.entries(filledIn).map(([key, value]) => `${key}=${value}`)]
  writeFileSync(file, `${all.join('\n')}\n`, { mode: 0o600 })

  return { file, publishableKey: /PUBLISHABLE_KEY=(.+)/.exec(drawn)[1] }
}

function writeSecret(folder, value) {
  const file = join(folder, 'database')
  writeFileSync(file, `${value}\n`)
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)

  return file
}

async function startedAfter({ podman, container, url }) {
  const begun = performance.now()
  podman('start', container)
  while (performance.now() - begun < FIRST_START_LIMIT_MS) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) return Math.round(performance.now() - begun)
    if (pidOf(podman, container) === 0) break
    await pause(20)
  }
  throw new Refusal(`It did not start:\n${podman('logs', container)}`)
}

/** Sign-up, the page after it, and the member's own row through the data API. */
async function walk(url, apikey) {
  const email = `member-${randomBytes(6).toString('hex')}@gitferry.test`
  const signUp = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: randomBytes(12).toString('hex') }),
  })
  const { access_token: token } = await signUp.json()
  const dashboard = await fetch(`${url}/dashboard`)
  const rows = await fetch(`${url}/rest/v1/users?select=email`, {
    headers: { apikey, authorization: `Bearer ${token}` },
  })
  const [member] = rows.status === 200 ? await rows.json() : []
  if (dashboard.status !== 200 || member?.email !== email) {
    throw new Refusal(
      `Sign-up was answered ${signUp.status}, the dashboard ${dashboard.status}, the data API ${rows.status}.`,
    )
  }
}

const pidOf = (podman, container) =>
  Number(podman('inspect', '--format', '{{.State.Pid}}', container))

/** What the kernel says of the process, not what was asked for. */
function refuseUnlessConfined(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const fieldOf = (name) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1] ?? ''
  const users = new Set(fieldOf('Uid').split(/\s+/))
  const rootMount = /^.* \/ ([\w,]+) .*$/m.exec(readFileSync(`/proc/${pid}/mountinfo`, 'utf8'))?.[1]
  const held = ['CapEff', 'CapPrm', 'CapBnd'].filter((name) => !/^0+$/.test(fieldOf(name)))

  const wrong = [
    users.size === 1 && users.has(String(IMAGE_USER)) ? null : `it runs as ${[...users]}`,
    rootMount?.split(',').includes('ro') ? null : 'its root can be written',
    held.length === 0 ? null : `it has capabilities (${held})`,
    fieldOf('NoNewPrivs') === '1' ? null : 'it may gain privileges',
  ].filter(Boolean)
  if (wrong.length > 0) throw new Refusal(`The container is not confined: ${wrong.join('; ')}.`)
  say(`  uid ${IMAGE_USER}, read-only root, no capability, no new privileges`)
}

const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024

/** A server that is told to stop while it works answers everything it took, and exits with 0. */
async function refuseUnlessDrained({ podman, container, url, publishableKey }) {
  const answers = new Map()
  let isOver = false
  const paths = ['/', '/rest/v1/plans?select=id', '/auth/v1/settings', '/login']
  const call = async (i) => {
    const answer = await fetch(`${url}${paths[i % paths.length]}`, {
      headers: { apikey: publishableKey },
    })
    await answer.arrayBuffer()
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
  }
  const callers = Array.from({ length: CALLERS }, async (_, i) => {
    while (!isOver) await call(i).catch(() => pause(20))
  })
  await pause(2_000)
  const begun = performance.now()
  podman('kill', '--signal', 'TERM', container)
  podman('wait', container)
  isOver = true
  await Promise.all(callers)

  refuseUnlessZero(podman, container)
  const bad = [...answers.keys()].filter((status) => status >= 400 && status !== 503)
  if (bad.length > 0 || !answers.has(200))
    throw new Refusal(`Under load it answered ${[...answers]}.`)
  say(
    `  SIGTERM under load: exit 0 after ${Math.round(performance.now() - begun)} ms, ${answers.get(200)} answers`,
  )
}

function refuseUnlessZero(podman, container) {
  const code = podman('inspect', '--format', '{{.State.ExitCode}}', container)
  if (code !== '0') throw new Refusal(`It ended with ${code}.`)
}

function refuseAbove(what, value, most, unit) {
  const shown = `${what}: ${Math.round(value)} ${unit} of at most ${most}`
  if (value > most) throw new Refusal(shown)
  say(`  ${shown}`)
}
