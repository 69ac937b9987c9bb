import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from './free-ports.js'
import { portCount } from './launch.js'
import { root } from './root.js'

const LIMIT_MS = 180_000
const hasProc = process.platform === 'linux'

test.runIf(hasProc).each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])(
  '%s to npm alone leaves no process running and the data folder free',
  { timeout: LIMIT_MS },
  async (signal) => {
    const { dataDir, npmPid } = await startProduct(['npm', 'start'])
    const processes = processTree(npmPid)

    process.kill(npmPid, signal)
    await waitUntil(() => !processes.some(isAlive))

    expect(processes.length).toBeGreaterThan(3)
    expect(holderOf(dataDir)).toBe('')
  },
)

test.runIf(hasProc)(
  'stopping npm while it still prepares leaves no process running',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const { npm } = run(['npm', 'start'], await newEnvironment())
    await waitUntil(() =>
      commandsOf(npm.pid).some((command) => command.includes('scripts/start.js')),
    )
    await pause(500)
    const processes = processTree(npm.pid)

    process.kill(npm.pid, 'SIGHUP')

    await waitUntil(() => !processes.some(isAlive))
  },
)

test.runIf(hasProc)(
  'a product whose terminal closes runs as long as npm does',
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
    const processes = processTree(npmPid)
    process.kill(npmPid, 'SIGTERM')
    await waitUntil(() => !processes.some(isAlive))
  },
)

/** Starts a product with its own data folder and ports, and waits until it is ready. */
async function startProduct(command) {
  const env = await newEnvironment()
  const { npm, lines } = run(command, env)
  let npmPid = npm.pid

  for await (const line of lines) {
    if (line.startsWith('npm ')) npmPid = Number(line.slice('npm '.length))
    if (line.startsWith('ready ')) break
  }
  onTestFinished(() => end([npmPid, ...descendantsOf(npmPid)]))
  return { npm, npmPid, dataDir: env.DATA_DIR, url: `http://127.0.0.1:${env.PORT}` }
}

function run([program, ...args], env) {
  const npm = spawn(program, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => end([npm.pid, ...descendantsOf(npm.pid)]))

  return { npm, lines: createInterface({ input: npm.stdout }) }
}

/** As from a terminal: without the variables of the npm that runs this test. */
async function newEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))

  return {
    ...Object.fromEntries(own),
    NODE_ENV: 'development',
    STANDINS: 'auto',
    PORT: String(await freePorts(portCount)),
    DATA_DIR: dataDir,
  }
}

/** All descendants of a process, while their parents live. */
function descendantsOf(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === String(pid))
    .map(Number)

  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** A process with its descendants, killed after the test if still alive. */
function processTree(pid) {
  const processes = [pid, ...descendantsOf(pid)]
  onTestFinished(() => end(processes))

  return processes
}

const commandsOf = (pid) => descendantsOf(pid).map((one) => readProc(one, 'cmdline'))

const parentOf = (pid) =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')[1]

/** A zombie counts as ended, although its parent has not read its exit code yet. */
const isAlive = (pid) =>
  !['', 'Z', 'X'].includes(readProc(pid, 'stat').replace(/^.*\) /s, '')[0] ?? '')

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The content of the embedded database's newest lock file: its holder, or ''. */
function holderOf(dataDir) {
  const folder = readdirSync(dataDir, { recursive: true }).find((name) => /(^|\/)lock$/.test(name))
  const [newest] = readdirSync(join(dataDir, folder))
    .filter((name) => name.endsWith('.json'))
    .sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))

  return readFileSync(join(dataDir, folder, newest), 'utf8')
}

async function waitUntil(condition) {
  const end = Date.now() + 30_000
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition did not hold within 30 s')
    await pause(100)
  }
}

function end(pids) {
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
}
