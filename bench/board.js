// A board of 1,000 tasks against one of 50: bytes, requests, and the time until the first task can be picked up.
// Against a running product with its demo: node bench/board.js http://127.0.0.1:3000
import { chromium } from '@playwright/test'

const base = process.argv[2] ?? 'http://127.0.0.1:3000'
const MEMBER = { email: 'member@demo.gitferry.test', password: 'demo-member' }
const STATUSES = ['todo', 'inProgress', 'done']
const TURNS = 5

const { key, session } = await signIn()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
})

const boards = { 50: await makeBoard(50), 1000: await makeBoard(1000) }
const runs = { 50: [], 1000: [] }
// In turns, so that a noisy moment of the machine favours nobody.
for (let turn = 0; turn < TURNS; turn++) {
  for (const count of [50, 1000]) runs[count].push(await measure(boards[count]))
}
for (const count of [50, 1000]) report(count)
await Promise.all(Object.values(boards).map((id) => rest(`projects?id=eq.${id}`, 'DELETE')))
await browser.close()

async function measure(id) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${base}/unauthorized`)
  await page.evaluate((stored) => {
    localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, stored)
  }, JSON.stringify(session))
  const requests = []
  page.on('request', (request) => requests.push(request))

  const began = performance.now()
  await page.goto(`${base}/projects/${id}`, { waitUntil: 'commit' })
  const handle = page.locator('[data-handle]').first()
  await handle.press('Space')
  await page.locator('[data-lifted]').waitFor()
  const ms = performance.now() - began

  const data = requests.filter((request) => request.url().includes('/rest/v1/'))
  const sizes = await Promise.all(data.map((request) => request.sizes()))
  await context.close()
  return {
    ms,
    requests: requests.length,
    bytes: sizes.reduce((sum, size) => sum + size.responseBodySize, 0),
  }
}

function report(count) {
  const ratio = (name) => (middle(1000, name) / middle(50, name)).toFixed(2)
  const against = ` (${ratio('bytes')}, ${ratio('requests')}, ${ratio('ms')} of 50 tasks)`
  console.log(
    `${count} tasks: ${middle(count, 'bytes')} bytes of data, ${middle(count, 'requests')} requests, ` +
      `${middle(count, 'ms').toFixed(0)} ms${count === 1000 ? against : ''}`,
  )
}

function middle(count, name) {
  return runs[count].map((run) => run[name]).sort((a, b) => a - b)[TURNS >> 1]
}

async function makeBoard(count) {
  const [project] = await rest('projects', 'POST', { name: `Board of ${count}` })
  const tasks = Array.from({ length: count }, (_, i) => ({
    project_id: project.id,
    name: `Task number ${i} of a long list`,
    status: STATUSES[i % 3],
    position: 1024 * (i + 1),
    due_date: '2030-01-01',
  }))
  await rest('tasks', 'POST', tasks)
  return project.id
}

async function signIn() {
  const page = await (await fetch(`${base}/unauthorized`)).text()
  const found = /"publishableKey":"([^"]+)"/.exec(page)[1]
  const answer = await fetch(`${base}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: found, 'content-type': 'application/json' },
    body: JSON.stringify(MEMBER),
  })
  return { key: found, session: await answer.json() }
}

async function rest(path, method, body) {
  const answer = await fetch(`${base}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: key,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}
