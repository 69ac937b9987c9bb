import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './preparation.js'
import { cache, root } from './root.js'
import { main, say, tool } from './run.js'
import { watchForStalls } from './stalls.js'
import { startTestProduct } from './test-product.js'
import { sayResults } from './test-results.js'
import { findTestTools } from './test-tools.js'

/**
 * Runs browser journeys against a product on its own ports and data folder: all, or what playwright's arguments choose.
 * Those during which this machine stood still run once more.
 */
export async function journeys({ browser, stalls, args = [] }) {
  say('Running browser journeys …')
  const product = await startTestProduct('journeys')

  try {
    const address = { E2E_BASE_URL: product.url, E2E_SECRET_KEY: product.secretKey }
    const first = await runPlaywright(address, browser, args)
    const { failures } = first
    if (
      failures.length === 0 ||
      !failures.every(({ between }) => stalls.longestBetween(...between))
    )
      return first

    const again = await runPlaywright(address, browser, [
      '--no-deps',
      ...failures.map(({ place }) => place),
    ])
    return {
      ...first,
      passed: first.passed + again.passed,
      failed: again.failed,
      failures: again.failures,
      repeated: failures.map(({ text }) => text),
    }
  } finally {
    await product.stop()
  }
}

async function runPlaywright(address, { path, libraries }, args) {
  const report = join(cache, 'journeys.json')
  rmSync(report, { force: true })
  let exit = null
  try {
    await tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
      cwd: join(root, 'e2e'),
      show: true,
      env: {
        ...address,
        CHROMIUM: path,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...(libraries && { LD_LIBRARY_PATH: libraries }),
      },
    })
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
    const result = await journeys({
      browser,
      stalls: watchForStalls(),
      args: process.argv.slice(2),
    })
    sayResults([result])
    process.exit(result.failures.length === 0 ? 0 : 1)
  })
