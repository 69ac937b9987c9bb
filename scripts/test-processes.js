import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, onTestFinished } from 'vitest'
import { freePorts } from './free-ports.js'
import { portCount } from './launch.js'
import { root } from './root.js'

/** For tests that need `/proc` to see which processes a command has started. */
export const hasProc = process.platform === 'linux'

/** Runs a command in the checkout; what it started is killed after the test. */
export function run([program, ...args], env) {
  const npm = spawn(program, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => end([npm.pid, ...descendantsOf(npm.pid)]))

  return { npm, lines: createInterface({ input: npm.stdout }) }
}

/** Like a terminal: without the variables of the npm that runs this test. For all tests of a file, in `beforeAll`. */
export async function newEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-start-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  return {
    ...Object.fromEntries(own),
    NODE_ENV: 'development',
    STANDINS: 'auto',
    PORT: String(await freePorts(portCount)),
    DATA_DIR: dataDir,
  }
}

/** All descendants of a process, while their parents live. */
export function descendantsOf(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === String(pid))
    .map(Number)

  return children.flatMap((child) => [child, ...descendantsOf(child)])
}

/** A process with its descendants, killed after the test if still alive. */
export function processTree(pid) {
  const processes = [pid, ...descendantsOf(pid)]
  onTestFinished(() => end(processes))

  return processes
}

/** The command lines of a process' descendants. */
export const commandsOf = (pid) => descendantsOf(pid).map((one) => readProc(one, 'cmdline'))

const parentOf = (pid) =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')[1]

/** A zombie counts as ended, even before its parent reads the exit code. */
export const isAlive = (pid) =>
  !['', 'Z', 'X'].includes(readProc(pid, 'stat').replace(/^.*\) /s, '')[0] ?? '')

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Checks until the condition holds, for at most 30 s. */
export async function waitUntil(condition) {
  const end = Date.now() + 30_000
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition did not hold within 30 s')
    await pause(100)
  }
}

/** Kills those that still run. */
export function end(pids) {
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
}
