import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launch } from './launch.js'
import { cache, root } from './root.js'
import { Refusal, say, tool } from './run.js'

/** People's journeys through the whole product, on a port and a data folder of their own. */
export async function journeys(browser) {
  say('Walking through the product …')
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-journeys-'))
  const env = {
    ...process.env,
    PORT: String(await freePorts(10)),
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    // Many people come from one address within minutes.
    AUTH_RATE_LIMIT_FACTOR: '100',
    AUTH_MAIL_INTERVAL_S: '0',
  }
  const product = await launch({ env })

  try {
    return await walk(await readyAddress(product), browser)
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

async function walk(url, { path, libraries }) {
  const report = join(cache, 'journeys.json')
  rmSync(report, { force: true })
  let isGood = true
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
    isGood = false
  }

  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  return {
    isGood,
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => namesIn(suite, 'unexpected')),
    late: suites.flatMap((suite) => namesIn(suite, 'flaky')),
  }
}

function namesIn({ specs, suites = [] }, outcome) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === outcome))
    .map(({ file, title }) => `e2e/journeys/${file}: ${title}`)

  return [...own, ...suites.flatMap((suite) => namesIn(suite, outcome))]
}

/** The first of several ports in a row that nobody uses: the product's, and its stand-ins' after it. */
async function freePorts(count) {
  for (let tries = 0; tries < 50; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 20_000)
    const probes = []
    try {
      for (let port = first; port < first + count; port++) {
        const probe = createServer().listen(port, '127.0.0.1')
        probes.push(probe)
        await once(probe, 'listening')
      }
      return first
    } catch {
      // One of them is taken: another row.
    } finally {
      for (const probe of probes) probe.close()
    }
  }
  throw new Refusal('No free ports.')
}
