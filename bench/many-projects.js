// A member with 10,000 linked projects and 1,000 repositories against one with 20 of each, in a browser: requests, bytes, time.
// Against a running product with its demo, whose member gets them: node bench/many-projects.js http://localhost:3000
import { openVisit } from './browse.js'

const base = process.argv[2] ?? 'http://localhost:3000'
const github = new URL(base)
github.hostname = '127.0.0.1'
github.port = String(Number(github.port) + 3)
const LOGIN = 'mia-torres'
const FEW = 20
const PAGES = ['/dashboard', '/projects', '/settings?tab=github']

const visit = await openVisit(base)
await control('installations', { person: LOGIN })
const context = await visit.member()
await connect(context)
await grow(FEW, 0)
const few = await round()
await grow(10_000, 1000)
const many = await round()
for (const [path, { requests, kb, ms }] of Object.entries(many)) {
  const before = few[path]
  console.log(
    `${path.padEnd(28)} ${before.requests} → ${requests} requests, ` +
      `${before.kb.toFixed(1)} → ${kb.toFixed(1)} KB of data, ${before.ms.toFixed(0)} → ${ms.toFixed(0)} ms`,
  )
}
await visit.close()

/** The median of three runs, each in a new page. */
async function round() {
  const found = {}
  for (const path of PAGES) {
    const runs = [await look(path), await look(path), await look(path)]
    found[path] = runs.toSorted((a, b) => a.ms - b.ms)[1]
  }

  return found
}

async function look(path) {
  const page = await context.newPage()
  const asked = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request)
  })
  const began = performance.now()
  await page.goto(base + path, { waitUntil: 'commit' })
  await page.locator('main li a').first().waitFor()
  const ms = performance.now() - began
  // Statuses and commits come after the rows.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(3500)
  const sizes = await Promise.all(asked.map((request) => request.sizes()))
  await page.close()

  return {
    ms,
    requests: asked.length,
    kb: sizes.reduce((sum, size) => sum + Math.max(0, size.responseBodySize), 0) / 1024,
  }
}

/** Links in calls of a thousand, as the extension would bring them. */
async function grow(links, repositories) {
  if (repositories > 0) {
    await control('seed', {
      repositories: Array.from({ length: repositories }, (_, i) => ({
        owner: LOGIN,
        name: `project-${String(i + 1).padStart(String(repositories).length, '0')}`,
        private: i % 3 === 0,
        commits: [{ message: 'Initial commit', hoursAgo: i + 1 }],
      })),
    })
  }
  for (let from = 0; from < links; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, links - from) }, (_, i) => ({
      bolt_project_id: `sb1-${links}-${from + i}`,
      project_name: `Project ${from + i}`,
      github_repo_owner: LOGIN,
      github_repo_name: `project-${String((from + i) % 1000).padStart(4, '0')}`,
    }))
    await visit.rest('bolt_projects', 'POST', rows)
  }
}

async function connect(context) {
  const page = await context.newPage()
  await page.goto(`${base}/settings?tab=github`)
  const button = page.getByRole('button', { name: /^(Connect GitHub|Connect again)$/ })
  await button
    .or(page.getByRole('button', { name: 'Disconnect' }))
    .first()
    .waitFor()
  if (await button.isVisible()) {
    await button.click()
    await page.getByRole('radio', { name: new RegExp(LOGIN) }).check()
    await page.getByRole('button', { name: /authorize/i }).click()
    await page.getByText('GitHub Connected Successfully!').waitFor()
  }
  await page.close()
}

async function control(path, body) {
  const answer = await fetch(`${github.origin}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-standin-control': '1' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
