// What a visit downloads: public pages before anybody touches them, members' pages first and again.
// Against a running product with its demo: node bench/visits.js http://localhost:3000
import { openVisit } from './browse.js'

const base = process.argv[2] ?? 'http://localhost:3000'
const PUBLIC = ['/', '/pricing', '/login', '/register', '/privacy-policy', '/welcome']
const MEMBERS = ['/dashboard', '/projects', '/settings', '/settings?tab=github']
/** Longer than the dashboard waits before it asks GitHub and the extension. */
const SETTLED_MS = 5000

const visit = await openVisit(base)
console.log('page                    requests   script      css     data      all (KB)')
for (const path of PUBLIC) {
  const context = await visit.visitor()
  report(path, await weigh(context, path))
  await context.close()
}
for (const path of MEMBERS) {
  // With nothing in the cache, then once more.
  const context = await visit.visitor()
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    await storedSession(),
  )
  report(path, await weigh(context, path, SETTLED_MS))
  report('  again', await weigh(context, path, SETTLED_MS))
  await context.close()
}
await visit.close()

async function storedSession() {
  const context = await visit.member()
  const { origins } = await context.storageState()
  await context.close()

  return Object.fromEntries(
    origins.flatMap((one) => one.localStorage).map((e) => [e.name, e.value]),
  )
}

async function weigh(context, path, waitMs = 0) {
  const page = await context.newPage()
  const requests = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(base + path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(waitMs)

  const sizes = await Promise.all(requests.map(sizeOf))
  await page.close()
  const sum = (kind) => sizes.filter((one) => kind(one)).reduce((all, one) => all + one.bytes, 0)
  return {
    requests: requests.length,
    script: sum(({ type }) => type === 'script'),
    css: sum(({ type }) => type === 'stylesheet'),
    data: sum(({ type }) => type === 'fetch'),
    all: sum(() => true),
  }
}

/** Responses from the cache count as 0 bytes. */
async function sizeOf(request) {
  const response = await request.response()
  const { responseBodySize: bytes } = await request.sizes()
  const isKept = response?.fromServiceWorker() || (await isFromCache(request))

  // A revalidated response has no body, and its size is reported as negative.
  return { type: request.resourceType(), bytes: isKept ? 0 : Math.max(0, bytes) }
}

async function isFromCache(request) {
  const { responseStart, requestStart } = request.timing()
  const { responseHeadersSize } = await request.sizes()

  return responseHeadersSize === 0 || (responseStart === -1 && requestStart === -1)
}

function report(name, { requests, ...bytes }) {
  const kb = (kind) => (bytes[kind] / 1024).toFixed(1).padStart(9)
  console.log(
    name.padEnd(24) +
      String(requests).padStart(8) +
      kb('script') +
      kb('css') +
      kb('data') +
      kb('all'),
  )
}
