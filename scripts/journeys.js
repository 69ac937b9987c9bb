import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { prepare } from './prepare.js'
import { cache, root } from './root.js'
import { main, run as runProgram, say, tool } from './run.js'
import { withSecondTry } from './second-try.js'
import { watchForStalls } from './stalls.js'
import { startTestProduct } from './test-product.js'
import { sayResults } from './test-results.js'
import { findTestTools } from './test-tools.js'

/**
 * Playwright's projects by the product that they share, side by side: those of the extension mostly wait, change how its stand-ins behave,
 * and so run one at a time. The last ones move the clock of their product, and restart it.
 */
const GROUPS = [['journeys', 'clock', 'restart'], ['extension']]

const MAIN = join(root, 'extension/main.js')

/** Runs browser journeys: all, or what playwright's arguments choose. Returns the result of each project. */
export async function journeys({ tools, stalls, args = [] }) {
  say('Running browser journeys …')
  const browsers = {
    journeys: tools.browser,
    extension: mayChooseExtension(args) ? tools.extensionBrowser : null,
    clock: tools.browser,
    restart: tools.browser,
  }
  const groups = GROUPS.map((projects) => projects.filter((one) => browsers[one])).filter(
    (projects) => projects.length > 0,
  )

  const products = []
  try {
    // One after the other, because each looks for free ports.
    for (const [name] of groups) products.push(await startTestProduct(name))
    const results = await Promise.all(
      groups.map((projects, i) =>
        runGroup({
          projects,
          product: products[i],
          browsers,
          stalls,
          args,
          show: i === 0 || 'at the end',
        }),
      ),
    )
    return results.flat()
  } finally {
    await Promise.all(products.map((product) => product.stop()))
  }
}

async function runGroup({ projects, product, browsers, stalls, args, show }) {
  const restarts = await serveRestarts(product)
  const address = {
    E2E_BASE_URL: product.url,
    E2E_SECRET_KEY: product.secretKey,
    E2E_RESTART_URL: restarts.url,
  }
  const results = []
  for (const project of projects) {
    if (project === 'extension')
      await runProgram(process.execPath, [MAIN, '--target', 'test', '--site', product.url])
    const run = (chosen) =>
      runPlaywright({ address, browser: browsers[project], project, args: chosen, show })
    const runAgain = (failures) => run(failures.map(({ place }) => place))
    results.push(await withSecondTry(await run(args), stalls, runAgain))
  }
  restarts.close()
  return results
}

/** Restarts the product's server at each request, and answers when it is ready. */
async function serveRestarts(product) {
  const server = createServer(async (_request, answer) => {
    await product.restart()
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

async function runPlaywright({ address, browser: { path, libraries }, project, args, show }) {
  const report = join(cache, `${project}.json`)
  rmSync(report, { force: true })
  let exit = null
  try {
    await tool(
      '@playwright/test/cli.js',
      ['test', '--reporter=list,json', `--project=${project}`, '--pass-with-no-tests', ...args],
      {
        cwd: join(root, 'e2e'),
        show,
        env: {
          ...address,
          CHROMIUM: path,
          // Playwright empties its folder at the start.
          E2E_RESULTS: `test-results/${project}`,
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

/** Whether the arguments can mean a journey of the extension, which is built for the product's address then. */
const mayChooseExtension = (args) =>
  args.every((one) => one.startsWith('-')) || args.some((one) => one.includes('extension'))

/** `npm run journeys -- <part of a name> [--headed]` */
if (import.meta.filename === process.argv[1])
  await main(async () => {
    await prepare('test')
    const args = process.argv.slice(2)
    const names = ['browser', ...(mayChooseExtension(args) ? ['extensionBrowser'] : [])]
    const tools = await findTestTools(names)
    if (!tools.browser) process.exit(1)
    const results = await journeys({
      tools,
      stalls: watchForStalls(),
      args,
    })
    sayResults(results)
    process.exit(results.every(({ failures }) => failures.length === 0) ? 0 : 1)
  })
