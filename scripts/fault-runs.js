import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seed } from './fault-tree.js'
import { parts } from './root.js'

export const JOURNEYS = 'journeys'

const RUN_LIMIT_MS = 600_000
const END_LIMIT_MS = 5000

/**
 * Runs tests of one project in a copied tree.
 * @returns {Promise<{ file: string, title: string, state: string, message: string }[]>} what ran; a file that could not be
 * run has no title.
 */
export async function runTests(tree, project, tests) {
  return project === JOURNEYS ? runJourneys(tree, tests) : runVitest(tree, project, tests)
}

async function runVitest(tree, project, tests) {
  const report = join(tree, '.tmp/vitest.json')
  const args = ['run', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  const output = await runIn(
    tree,
    'node_modules/vitest/vitest.mjs',
    [...args, '--project', project, '-t', anyTitle(tests), ...filesOf(tests)],
    report,
  )

  const found = readReport(report)
  // No result means that a set-up failed; only the output shows the reason.
  if (!found?.testResults.length)
    return tests.map(({ file }) => ({ file, title: '', state: 'failed', message: output }))
  return found.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(tree, name)
    const ran = assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        file,
        title: fullName,
        state: status,
        message: failureMessages?.join('\n') ?? '',
      }))

    return message && !ran.some(({ state }) => state === 'failed')
      ? [...ran, { file, title: '', state: 'failed', message }]
      : ran
  })
}

async function runJourneys(tree, tests) {
  const report = join(tree, '.cache/journeys.json')
  const files = filesOf(tests).map((file) => relative('e2e', file))
  const output = await runIn(
    tree,
    'scripts/journeys.js',
    ['--grep', anyTitle(tests), ...files],
    report,
  )

  const found = readReport(report)
  if (!found)
    return tests.map(({ file }) => ({ file, title: '', state: 'failed', message: output }))
  return found.suites.flatMap(specsIn).map(({ file, title, tests: [test] }) => ({
    file: `e2e/journeys/${file}`,
    title,
    state: test.status === 'expected' ? 'passed' : 'failed',
    message: test.results.flatMap(({ errors }) => errors.map((one) => one.message)).join('\n'),
  }))
}

const specsIn = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsIn)]

const filesOf = (tests) => [...new Set(tests.map(({ file }) => file))]

const anyTitle = (tests) =>
  [...new Set(tests.map(({ title }) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))].join('|')

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

let current = null

/** Runs a script of the copy in its own process group; the report shows failures. */
export async function runIn(tree, script, args, report) {
  if (report) rmSync(report, { force: true })
  const child = spawn(process.execPath, [join(tree, script), ...args], {
    cwd: tree,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // What a stopped run leaves is removed with the copy.
      TMPDIR: join(tree, '.tmp'),
    },
  })
  current = child
  const kill = () => signal(child, 'SIGKILL')
  process.once('exit', kill)
  const limit = setTimeout(kill, RUN_LIMIT_MS)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })

  const [code] = await once(child, 'close')
  clearTimeout(limit)
  process.off('exit', kill)
  current = null
  return code === 0 ? '' : output
}

/** Stops the current run: first like Ctrl-C, so that databases and browsers can exit. */
export async function endRun() {
  const child = current
  if (!child) return
  signal(child, 'SIGINT')
  await Promise.race([once(child, 'close'), pause(END_LIMIT_MS)])
}

function signal(child, name) {
  try {
    process.kill(-child.pid, name)
  } catch {
    // The whole group has ended.
  }
}

/** Compiles many faults together: those that the compiler finds need no test. Returns its errors. */
export async function typeErrors(tree, faults) {
  let errors = ''
  for (const round of roundsOf(faults)) {
    const undo = round.map((fault) => seed(tree, fault))
    const files = round.flatMap(changedFiles)
    for (const part of parts.filter((one) => files.some((file) => file.startsWith(`${one}/`))))
      errors += await runIn(tree, 'node_modules/typescript/bin/tsc', ['-p', part])
    for (const one of undo) one()
  }
  return errors
}

/** Two faults of one round never change the same file. */
function roundsOf(faults) {
  const rounds = []
  for (const fault of faults) {
    const files = changedFiles(fault)
    const free = rounds.find(
      (round) => !round.flatMap(changedFiles).some((one) => files.includes(one)),
    )
    if (free) free.push(fault)
    else rounds.push([fault])
  }
  return rounds
}

const changedFiles = ({ changes }) => changes.map(({ file }) => file)
