import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from './free-ports.js'
import { launch, portCount } from './launch.js'
import { cache, root } from './root.js'
import { Refusal, say, tool } from './run.js'

/** Runs the browser journeys against a product on its own ports and data folder. */
export async function journeys(browser) {
  say('Running browser journeys …')
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-journeys-'))
  const env = {
    ...process.env,
    PORT: String(await freePorts(portCount)),
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    // Many people sign in from one address within minutes.
    AUTH_RATE_LIMIT_FACTOR: '100',
    AUTH_MAIL_INTERVAL_S: '0',
  }
  const product = await launch({ env })

  try {
    return await runPlaywright(await readyAddress(product), browser)
  } finally {
    product.stop()
    await product.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function readyAddress({ output }) {
  for await (const line of createInterface({ input: output })) {
    const ready = /^ready (http\S+)$/.exec(line)
    if (ready) {
      output.resume()
      return ready[1]
    }
  }
  throw new Refusal('The product did not start.')
}

async function runPlaywright(url, { path, libraries }) {
  const report = join(cache, 'journeys.json')
  rmSync(report, { force: true })
  let hasPassed = true
  try {
    await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
      cwd: join(root, 'e2e'),
      show: true,
      env: {
        E2E_BASE_URL: url,
        CHROMIUM: path,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        ...(libraries && { LD_LIBRARY_PATH: libraries }),
      },
    })
  } catch {
    hasPassed = false
  }

  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  return {
    hasPassed,
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => namesIn(suite, 'unexpected')),
    retried: suites.flatMap((suite) => namesIn(suite, 'flaky')),
  }
}

function namesIn({ specs, suites = [] }, outcome) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === outcome))
    .map(({ file, title }) => `e2e/journeys/${file}: ${title}`)

  return [...own, ...suites.flatMap((suite) => namesIn(suite, outcome))]
}
