import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './preparation.js'
import { cache, root } from './root.js'
import { main, say, tool } from './run.js'
import { withSecondTry } from './second-try.js'
import { watchForStalls } from './stalls.js'
import { startTestProduct } from './test-product.js'
import { sayResults } from './test-results.js'
import { findTestTools } from './test-tools.js'

/** The last one moves the clock of the product that they share. */
const PROJECTS = ['journeys', 'clock']

/**
 * Runs browser journeys against a product on its own ports and data folder: all, or what playwright's arguments choose.
 * Returns the result of each project.
 */
export async function journeys({ browser, stalls, args = [] }) {
  say('Running browser journeys …')
  const product = await startTestProduct('journeys')
  const address = { E2E_BASE_URL: product.url, E2E_SECRET_KEY: product.secretKey }

  try {
    const results = []
    for (const project of PROJECTS) {
      const run = (chosen) => runPlaywright(address, browser, project, chosen)
      const runAgain = (failures) => run(failures.map(({ place }) => place))
      results.push(await withSecondTry(await run(args), stalls, runAgain))
    }
    return results
  } finally {
    await product.stop()
  }
}

async function runPlaywright(address, { path, libraries }, project, args) {
  const report = join(cache, `${project}.json`)
  rmSync(report, { force: true })
  let exit = null
  try {
    await tool(
      '@playwright/test/cli.js',
      ['test', '--reporter=list,json', `--project=${project}`, '--pass-with-no-tests', ...args],
      {
        cwd: join(root, 'e2e'),
        show: true,
        env: {
          ...address,
          CHROMIUM: path,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...(libraries && { LD_LIBRARY_PATH: libraries }),
        },
      },
    )
  } catch (error) {
    exit = error
  }

  const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8'))
  const runs = suites.flatMap(runsIn)
  const failures = [
    ...runs.filter(({ status }) => status === 'unexpected'),
    ...errors.map(({ message }) => ({ text: message })),
  ]
  if (exit && failures.length === 0) failures.push({ text: 'playwright ended with an error' })
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures,
    files: filesOf(runs),
  }
}

const runsIn = ({ specs, suites = [] }) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `e2e/journeys/${file}`,
      place: `journeys/${file}:${line}`,
      text: `e2e/journeys/${file}: ${title}`,
      status,
      ...timesOf(results),
    })),
  ),
  ...suites.flatMap(runsIn),
]

function timesOf(results) {
  const times = results.map(({ startTime, duration }) => ({
    start: Date.parse(startTime),
    duration,
  }))

  return {
    ms: times.reduce((all, { duration }) => all + duration, 0),
    between: [
      Math.min(...times.map(({ start }) => start)),
      Math.max(...times.map(({ start, duration }) => start + duration)),
    ],
  }
}

function filesOf(runs) {
  const times = new Map()
  for (const { file, ms } of runs) times.set(file, (times.get(file) ?? 0) + ms)

  return [...times].map(([file, ms]) => ({ file, project: 'journeys', ms }))
}

/** `npm run journeys -- <part of a name> [--headed]` */
if (import.meta.filename === process.argv[1])
  await main(async () => {
    await prepare('test')
    const { browser } = await findTestTools(['browser'])
    if (!browser) process.exit(1)
    const results = await journeys({
      browser,
      stalls: watchForStalls(),
      args: process.argv.slice(2),
    })
    sayResults(results)
    process.exit(results.every(({ failures }) => failures.length === 0) ? 0 : 1)
  })
