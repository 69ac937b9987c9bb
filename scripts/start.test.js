import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './root.js'

const LIMIT_MS = 180_000
const hasProc = process.platform === 'linux'

test.runIf(hasProc).each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])(
  '%s to npm alone leaves no process running and the data folder free',
  { timeout: LIMIT_MS },
  async (signal) => {
    const { dataDir, npmPid } = await startProduct(['npm', 'start'])
    const family = familyOf(npmPid)

    process.kill(npmPid, signal)
    await till(() => !family.some(isAlive))

    expect(family.length).toBeGreaterThan(3)
    expect(holderOf(dataDir)).toBe('')
  },
)

test.runIf(hasProc)(
  'npm that is stopped while it still prepares leaves nothing either',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const { npm } = run(['npm', 'start'], await newEnvironment())
    await till(() => commandsOf(npm.pid).some((command) => command.includes('scripts/start.js')))
    await pause(500)
    const family = familyOf(npm.pid)

    process.kill(npm.pid, 'SIGHUP')

    await till(() => !family.some(isAlive))
  },
)

test.runIf(hasProc)(
  'a product whose terminal is gone goes on as long as npm does',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const shell = ['sh', '-c', 'nohup npm start & echo "npm $!"; read -r _']
    const { npm: terminal, npmPid, url } = await startProduct(shell)

    terminal.stdin.end()
    await once(terminal, 'exit')
    await pause(1500)

    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const family = familyOf(npmPid)
    process.kill(npmPid, 'SIGTERM')
    await till(() => !family.some(isAlive))
  },
)

/** Up and ready, with a data folder and ports of its own. */
async function startProduct(command) {
  const env = await newEnvironment()
  const { npm, lines } = run(command, env)
  let npmPid = npm.pid

  for await (const line of lines) {
    if (line.startsWith('npm ')) npmPid = Number(line.slice('npm '.length))
    if (line.startsWith('ready ')) break
  }
  onTestFinished(() => end([npmPid, ...offspringOf(npmPid)]))
  return { npm, npmPid, dataDir: env.DATA_DIR, url: `http://127.0.0.1:${env.PORT}` }
}

function run([program, ...args], env) {
  const npm = spawn(program, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => end([npm.pid, ...offspringOf(npm.pid)]))

  return { npm, lines: createInterface({ input: npm.stdout }) }
}

/** As from a terminal: what a surrounding npm has set would be taken for this one's. */
async function newEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))

  return {
    ...Object.fromEntries(own),
    NODE_ENV: 'development',
    STANDINS: 'auto',
    PORT: String(await freePorts()),
    DATA_DIR: dataDir,
  }
}

/** The first of seven that are free in a row, as far as one can tell: the stand-ins take those after the product's. */
async function freePorts() {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const free = await Promise.all(Array.from({ length: 7 }, (_, i) => isFree(first + i)))
    if (free.every(Boolean)) return first
  }
}

async function isFree(port) {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  const answer = await listening
  server.close()

  return answer
}

/** Everybody who descends from a process, while their parents live. */
function offspringOf(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === String(pid))
    .map(Number)

  return children.flatMap((child) => [child, ...offspringOf(child)])
}

/** Ended with the test, should they outlive it. */
function familyOf(pid) {
  const family = [pid, ...offspringOf(pid)]
  onTestFinished(() => end(family))

  return family
}

const commandsOf = (pid) => offspringOf(pid).map((one) => readProc(one, 'cmdline'))

const parentOf = (pid) =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')[1]

/** One that has ended counts as gone, although whoever adopted it may not have looked yet. */
const isAlive = (pid) =>
  !['', 'Z', 'X'].includes(readProc(pid, 'stat').replace(/^.*\) /s, '')[0] ?? '')

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Who holds the embedded database, according to its newest lock file. */
function holderOf(dataDir) {
  const folder = readdirSync(dataDir, { recursive: true }).find((name) => /(^|\/)lock$/.test(name))
  const [newest] = readdirSync(join(dataDir, folder))
    .filter((name) => name.endsWith('.json'))
    .sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))

  return readFileSync(join(dataDir, folder, newest), 'utf8')
}

async function till(isSo) {
  const end = Date.now() + 30_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error('It did not come to pass within 30 s')
    await pause(100)
  }
}

function end(pids) {
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
}
