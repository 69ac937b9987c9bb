// The extension's goals that need a browser: sizes, load time and layout shift in the builder's page, a push of 3 of 1,000
// files, the worker's memory for a project of 50 MB, and the hosts that were contacted. Against a running product whose test
// extension is built (npm run extension -- --target test --site <address>): node bench/extension-goals.js http://localhost:3000
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { ask, beginPush, openBrowser, standinsOf } from './extension-browser.js'
import { path } from './source.js'

const site = process.argv[2] ?? 'http://localhost:3000'
const standins = standinsOf(site)
const dist = path('extension/dist/test')
const profile = mkdtempSync(join(tmpdir(), 'gitferry-goals-'))
const netLog = join(profile, 'net-log.json')
/** The callback that the page runs when it has nothing to do. */
const LATER = 'requestIdleCallback.timeout'
const line = (name, value, goal) => console.log(name.padEnd(52), String(value).padEnd(26), goal)

const { packExtension } = await import(path('extension/build.js'))
const { bytes } = packExtension(dist, join(profile, 'package.zip'))
line('package', `${Math.ceil(bytes / 1000)} KB`, '400 KB')
for (const name of ['capture.js', 'builder.js', 'site.js']) {
  const size = brotliCompressSync(readFileSync(join(dist, name))).length
  line(`${name}, brotli`, `${(size / 1000).toFixed(1)} KB`, '8 KB together')
}

const browser = await openBrowser(profile, [`--log-net-log=${netLog}`])
const options = await browser.openOptions()
const person = await standins.newPerson()
await ask(options, 'keepPersonalToken', person.token, false)
const unlimited = { creationsPerMinute: null, creationsPerHour: null, pointsPerMinute: null }
await standins.github('PUT', '/limits', unlimited)

// First, while the process holds nothing else.
await measureMemory()
await measurePage()
await measurePush()
await browser.close()
line('hosts contacted by the extension', [...hostsIn(netLog)].join(' '), 'those of the manifest')
rmSync(profile, { recursive: true, force: true })
process.exit()

async function measurePage() {
  const id = await project('Page', { 'a.txt': 'a' })
  const shifts = []
  const loads = []
  const laters = []
  for (let i = 0; i < 5; i++) {
    const page = await browser.context.newPage()
    const session = await browser.context.newCDPSession(page)
    const events = []
    session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
    const traceConfig = { includedCategories: ['devtools.timeline'] }
    await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
    await page.goto(`${standins.builderUrl}/~/${id}`)
    await page.locator('gitferry-button').waitFor()
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await ended
    loads.push(scriptTime(events, (name) => name === LATER))
    laters.push(scriptTime(events, (name) => name !== LATER))
    shifts.push(await page.evaluate(layoutShift))
    await page.close()
  }
  const ms = (values) => `${middle(values).toFixed(1)} ms`
  line('content scripts at load, middle of 5', ms(loads), '5 ms')
  line('content scripts once the page is idle, middle of 5', ms(laters), '')
  line("layout shift in the builder's page, worst of 5", Math.max(...shifts).toFixed(4), '0')
}

/** Processor time of the extension's own scripts, so that other programs do not count. */
function scriptTime(events, isLeftOut) {
  return events
    .filter(({ name, ph }) => ph === 'X' && ['EvaluateScript', 'FunctionCall'].includes(name))
    .filter(({ args }) => /^chrome-extension:.*\/(capture|builder)\.js$/.test(args.data?.url))
    .filter(({ args }) => !isLeftOut(args.data.functionName))
    .reduce((ms, { tdur }) => ms + tdur / 1000, 0)
}

function layoutShift() {
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 300)
  })
}

async function measurePush() {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [
      `src/file-${i}.ts`,
      `export const v = ${i}\n`.repeat(300),
    ]),
  )
  const id = await project('Thousand', files)
  const target = { owner: person.login, name: 'thousand', branch: 'main' }
  await open(id)
  await beginPush(options, id, { target, newRepository: { ownerKind: 'member' } })
  await ended(id)
  const times = []
  for (let i = 0; i < 5; i++) {
    const changed = [1, 500, 999].map((n) => [
      `src/file-${n}.ts`,
      `export const v = ${n + i}\n// ${i}\n`,
    ])
    await standins.builder('PUT', `/projects/${id}/files`, Object.fromEntries(changed))
    const began = performance.now()
    await beginPush(options, id, { target })
    await ended(id)
    times.push(performance.now() - began)
  }
  line(
    '3 of 1,000 files, click to commit, middle of 5',
    `${middle(times).toFixed(0)} ms`,
    "1.5 × the simulator's",
  )
}

async function measureMemory() {
  const noise = (_, i) => [`${i}.bin`, randomFillSync(new Uint8Array(2_000_000))]
  const zip = zipSync(Object.fromEntries(Array.from({ length: 25 }, noise)), { level: 0 })
  const id = await project('Large', { 'a.txt': 'a' })
  const target = { owner: person.login, name: 'large', branch: 'main' }
  // The stand-in would pack it for longer than the extension waits, where other programs run.
  const server = createServer((_, reply) => reply.end(zip)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/`
  await open(id, (page) => page.route('**/export', (route) => route.continue({ url })))
  let most = 0
  const before = memory()
  const watching = setInterval(() => {
    most = Math.max(most, memory())
  }, 100)
  const began = performance.now()
  await beginPush(options, id, { target, newRepository: { ownerKind: 'member' } })
  await ended(id, 300_000)
  clearInterval(watching)
  server.close()
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const mb = (size) => `${(size / 1e6).toFixed(0)} MB`
  line(
    `50 MB of noise pushed in ${seconds} s: worker’s process, before and most`,
    `${mb(before)} → ${mb(most)}`,
    '150 MB',
  )
}

/** Of the process that holds the worker and the page that asks it, without what it shares with others. */
function memory() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const sizes = pids.map((pid) => {
    try {
      if (!isOurs(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), pid)) return 0
      return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
    } catch {
      return 0
    }
  })
  return Math.max(...sizes)
}

function isOurs(command, pid) {
  const group = Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[2],
  )

  return command.includes('--extension-process') && group === browser.pid
}

async function project(title, files) {
  const id = `sb1-goal-${title.toLowerCase()}-${Date.now()}`
  await standins.builder('POST', '/seed', { projects: [{ id, title, files }] })
  return id
}

async function open(id, prepare = async () => undefined) {
  const page = await browser.context.newPage()
  await prepare(page)
  await page.goto(`${standins.builderUrl}/~/${id}`)
  await page.locator('gitferry-button').waitFor()
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    if ((await ask(options, 'projects')).some((one) => one.id === id && one.isHere)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the project is not known')
}

async function ended(id, withinMs = 60_000) {
  const until = Date.now() + withinMs
  while (Date.now() < until) {
    const { unfinished } = await ask(options, 'diagnosis')
    const { target } = (await ask(options, 'projects')).find((one) => one.id === id) ?? {}
    if (unfinished === 0 && target) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the push has not ended')
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** From the browser's own log: what the extension's worker and pages asked for. */
function hostsIn(file) {
  const own = readFileSync(file, 'utf8')
    .split('\n')
    .filter((entry) => entry.includes('"initiator":"chrome-extension://'))

  return new Set(own.flatMap((entry) => /"url":"(https?:\/\/[^/"]+)/.exec(entry)?.[1] ?? []))
}
