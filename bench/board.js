// A board of 1,000 tasks against one of 50: bytes, requests, and the time until the first task can be picked up.
// Against a running product with its demo: node bench/board.js http://localhost:3000
import { openVisit } from './browse.js'

const base = process.argv[2] ?? 'http://localhost:3000'
const STATUSES = ['todo', 'inProgress', 'done']
const TURNS = 5

const visit = await openVisit(base)
const { rest } = visit

const boards = { 50: await makeBoard(50), 1000: await makeBoard(1000) }
const runs = { 50: [], 1000: [] }
// Alternating, so that a noisy moment of the machine affects both.
for (let turn = 0; turn < TURNS; turn++) {
  for (const count of [50, 1000]) runs[count].push(await measure(boards[count]))
}
for (const count of [50, 1000]) report(count)
await Promise.all(Object.values(boards).map((id) => rest(`projects?id=eq.${id}`, 'DELETE')))
await visit.close()

async function measure(id) {
  // A returning member: the shared files are in the cache.
  const context = await visit.member()
  const page = await context.newPage()
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
