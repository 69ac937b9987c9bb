import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apt, canUseApt } from './apt.js'
import { freePorts } from './free-ports.js'
import { findPgBouncer } from './pgbouncer.js'
import { Refusal } from './run.js'

const HAPROXY = '/usr/sbin/haproxy'
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534
const LISTEN_LIMIT_MS = 10_000

const ROUND = 'balance roundrobin'
const STICKY = `balance hash http_auth_bearer,jwt_payload_query('$.sub')
  hash-type consistent`

/** HAProxy before the servers at these ports, as docs/operations.md describes a balancer. */
export async function startBalancer(ports, { isSticky = false } = {}) {
  if (!existsSync(HAPROXY) && canUseApt()) await apt('haproxy')
  if (!existsSync(HAPROXY)) throw new Refusal('This needs HAProxy.')
  const port = await freePorts(1)
  const servers = ports.map((one) => `  server s${one} 127.0.0.1:${one}`).join('\n')

  return start(
    port,
    HAPROXY,
    'haproxy.cfg',
    (file) => ['-db', '-f', file],
    `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend all
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  ${isSticky ? STICKY : ROUND}
  option httpchk GET /readyz
  default-server check inter 500ms fall 1 rise 1
${servers}
`,
  )
}

/** PgBouncer in transaction mode before a PostgreSQL server. */
export async function startPooler(target) {
  const program = await findPgBouncer()
  if (!program) throw new Refusal('This needs PgBouncer.')
  const port = await freePorts(1)
  const url = new URL(target)
  const pooler = await start(
    port,
    program,
    'pgbouncer.ini',
    (file) => [file],
    `[databases]
* = host=127.0.0.1 port=${url.port} user=gitferry_server
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
`,
  )
  url.port = String(port)
  url.username = 'gitferry_server'

  return { url: url.href, stop: pooler.stop }
}

/** Stands before a server. Closed, it keeps every connection open and passes nothing on, as a network that drops all packets. */
export async function startGate(target) {
  const { hostname, port } = new URL(target)
  const pairs = new Set()
  let isClosed = false
  const join = ([near, far]) => {
    near.pipe(far)
    far.pipe(near)
  }
  const server = createServer((near) => {
    const pair = [near, connect(Number(port), hostname)]
    pairs.add(pair)
    for (const [at, socket] of pair.entries()) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        pair[1 - at].destroy()
      })
    }
    if (!isClosed) join(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String(server.address().port)

  return {
    url: url.href,
    close: () => {
      isClosed = true
      for (const socket of [...pairs].flat()) socket.unpipe().pause()
    },
    open: () => {
      isClosed = false
      for (const pair of pairs) join(pair)
    },
    stop: async () => {
      for (const socket of [...pairs].flat()) socket.destroy()
      server.close()
    },
  }
}

async function start(port, program, name, argsOf, settings) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-scale-'))
  const file = join(folder, name)
  writeFileSync(file, settings)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(program, argsOf(file), { ...who, cwd: folder, stdio: 'ignore' })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  await untilListening(port)

  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', end)
      end()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(port) {
  const end = Date.now() + LISTEN_LIMIT_MS
  while (Date.now() < end) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Refusal(`Nothing listens at ${port}.`)
}

/** One statement as the superuser, by psql, which comes with PostgreSQL. Returns its answer without headings. */
export const psql = (url, statement) =>
  execFileSync('psql', ['-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1', url, '-c', statement], {
    encoding: 'utf8',
  }).trim()
