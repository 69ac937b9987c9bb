import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  commandsOf,
  descendantsOf,
  end,
  hasProc,
  isAlive,
  newEnvironment,
  processTree,
  run,
  waitUntil,
} from './test-processes.js'

const LIMIT_MS = 180_000

/** Each start of a program finds the folder that the one before has left, so that only the first makes a database. */
const environments = {}
beforeAll(async () => {
  environments.start = await newEnvironment()
  environments.platform = await newEnvironment()
}, LIMIT_MS)

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

test.runIf(hasProc).each([
  ['platform', 'SIGTERM'],
  ['platform', 'SIGKILL'],
  ['rest', 'SIGTERM'],
])(
  'npm run %s: %s to npm alone leaves no process running and the data folder free',
  { timeout: LIMIT_MS },
  async (program, signal) => {
    const { dataDir, npmPid } = await startProgram(program)
    const processes = processTree(npmPid)

    process.kill(npmPid, signal)
    await waitUntil(() => !processes.some(isAlive))

    expect(processes.length).toBeGreaterThan(1)
    expect(holderOf(dataDir)).toBe('')
  },
)

test.runIf(hasProc)(
  'stopping npm while it still prepares leaves no process running',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const { npm } = run(['npm', 'start'], environments.start)
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
  'a start whose npm has ended before it could look ends too',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const { npm: ended } = run(['true'], process.env)
    await once(ended, 'exit')
    const env = { ...environments.start, NPM_PID: String(ended.pid) }

    const { npm: start } = run([process.execPath, 'scripts/start.js'], env)

    await waitUntil(() => !isAlive(start.pid))
    expect(descendantsOf(start.pid)).toEqual([])
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

/** The platform, or the data API over the database that the platform has made. */
async function startProgram(program) {
  const env = environments.platform
  const uri = `pglite:${env.DATA_DIR}`
  if (program === 'rest' && readdirSync(env.DATA_DIR).length === 0) {
    const { npm } = await untilReady(['npm', 'run', 'platform', '--', '--db-uri', uri], env)
    const processes = processTree(npm.pid)
    process.kill(npm.pid, 'SIGTERM')
    await waitUntil(() => !processes.some(isAlive))
  }
  const port = program === 'rest' ? ['--server-port', env.PORT] : []
  const { npm } = await untilReady(['npm', 'run', program, '--', '--db-uri', uri, ...port], env)

  return { npmPid: npm.pid, dataDir: env.DATA_DIR }
}

async function untilReady(command, env) {
  const { npm, lines } = run(command, env)
  for await (const line of lines) if (line.startsWith('ready ')) break

  return { npm }
}

/** Waits until the product is ready. */
async function startProduct(command) {
  const env = environments.start
  const { npm, lines } = run(command, env)
  let npmPid = npm.pid

  for await (const line of lines) {
    if (line.startsWith('npm ')) npmPid = Number(line.slice('npm '.length))
    if (line.startsWith('ready ')) break
  }
  onTestFinished(() => end([npmPid, ...descendantsOf(npmPid)]))
  return { npm, npmPid, dataDir: env.DATA_DIR, url: `http://127.0.0.1:${env.PORT}` }
}

/** The content of the embedded database's newest lock file: its holder, or ''. */
function holderOf(dataDir) {
  const folder = readdirSync(dataDir, { recursive: true }).find((name) => /(^|\/)lock$/.test(name))
  const [newest] = readdirSync(join(dataDir, folder))
    .filter((name) => name.endsWith('.json'))
    .sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))

  return readFileSync(join(dataDir, folder, newest), 'utf8')
}
