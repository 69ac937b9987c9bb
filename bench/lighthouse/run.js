// Lighthouse, mobile preset, three runs each, the median of them. Install first: `npm install --no-package-lock` in this folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launch as launchBrowser } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const RUNS = Number(process.env.RUNS ?? 3)
const LANGUAGES = ['en', 'es']
const PAGES =
  process.argv.length > 2
    ? process.argv.slice(2)
    : [
        '/',
        '/pricing',
        '/login',
        '/register',
        '/welcome',
        '/uninstall-feedback',
        '/goodbye',
        '/privacy-policy',
        '/TermsOfUse',
      ]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const product = process.env.SITE ? { url: process.env.SITE, stop: () => {} } : await startProduct()
const browser = await launchBrowser({
  ...(process.env.CHROMIUM && { chromePath: process.env.CHROMIUM }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
})

try {
  console.log(
    'page                  language  scores           LCP      TBT     CLS    KB    requests',
  )
  for (const path of PAGES) {
    for (const language of LANGUAGES) {
      const runs = []
      for (let run = 0; run < RUNS; run++) runs.push(await look(path, language))
      report(path, language, runs)
    }
  }
} finally {
  browser.kill()
  await product.stop()
}

async function look(path, language, triesLeft = 3) {
  const { lhr } = await lighthouse(`${product.url}${path}`, {
    port: browser.port,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    extraHeaders: { 'Accept-Language': language },
  })
  // Lighthouse sometimes loses the beginning of its own trace: such a run is repeated.
  if (lhr.runtimeError) {
    if (triesLeft === 0) throw new Error(lhr.runtimeError.message)
    return look(path, language, triesLeft - 1)
  }

  const value = (audit) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const wrong = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9)

  return {
    scores: CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    requests: lhr.audits['network-requests']?.details?.items?.length ?? Number.NaN,
    wrong: wrong.map(({ id }) => id),
  }
}

function report(path, language, runs) {
  const median = (of) => runs.map(of).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]
  const scores = CATEGORIES.map((_, i) => median(({ scores }) => scores[i])).join('/')
  const columns = [
    path.padEnd(22),
    language.padEnd(10),
    scores.padEnd(17),
    `${(median(({ lcp }) => lcp) / 1000).toFixed(2)} s`.padEnd(9),
    `${median(({ tbt }) => tbt).toFixed(0)} ms`.padEnd(8),
    median(({ cls }) => cls)
      .toFixed(3)
      .padEnd(7),
    (median(({ bytes }) => bytes) / 1024).toFixed(1).padEnd(6),
    median(({ requests }) => requests),
  ]

  console.log(columns.join(''))
  const wrong = new Set(runs.flatMap((run) => run.wrong))
  if (wrong.size > 0) console.log(`  below 0.9 in a run: ${[...wrong].join(', ')}`)
}

/** The product as `npm start` runs it, on ports and a data folder of its own. */
async function startProduct() {
  const dataDir = mkdtempSync(join(tmpdir(), 'gitferry-lighthouse-'))
  const cwd = new URL('../..', import.meta.url)
  execFileSync(process.execPath, ['scripts/prepare.js', 'measure'], { cwd, stdio: 'inherit' })
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^ready (http\S+)$/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return {
      url,
      stop: async () => {
        child.kill('SIGINT')
        await once(child, 'exit')
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  }
  throw new Error('The product did not start.')
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}
