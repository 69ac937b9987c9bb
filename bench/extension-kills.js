// Worker or browser killed at random moments of pushes. Each round ends with one whole commit or none, and `git fsck` silent.
// Against a running product whose test extension is built (npm run extension -- --target test --site <address>):
// node bench/extension-kills.js http://localhost:3000 [--rounds 200] [--seed 1]
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ask, beginPush, openBrowser, standinsOf } from './extension-browser.js'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const standins = standinsOf(positionals[0] ?? 'http://localhost:3000')
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = randomFrom(seed)

const NAME = 'killed'
const PROJECT = `sb1-kills-${seed}`
/** Each call of a push takes so long, so that a push lasts about as long as the moments that are chosen from. */
const CALL_MS = 150
const LONGEST_MS = 1200
const BROWSER_SHARE = 0.25
/** The next alarm comes within half a minute. */
const ENDS_WITHIN_MS = 90_000

const profile = mkdtempSync(join(tmpdir(), 'gitferry-kills-'))
const mirror = mkdtempSync(join(tmpdir(), 'gitferry-kills-git-'))
const person = await standins.newPerson()
const target = { owner: person.login, name: NAME, branch: 'main' }
const git = (...args) => execFileSync('git', args, { cwd: mirror, encoding: 'utf8', stdio: 'pipe' })

console.log(`seed ${seed}, ${rounds} rounds`)
const limits = ['creationsPerMinute', 'creationsPerHour', 'pointsPerMinute']
await standins.github('PUT', '/limits', Object.fromEntries(limits.map((name) => [name, null])))
await standins.builder('POST', '/seed', { projects: [{ id: PROJECT, title: 'Killed' }] })
let browser = await openBrowser(profile)
let options = await browser.openOptions()
await ask(options, 'keepPersonalToken', person.token, false)
await openProject()
await beginPush(options, PROJECT, { target, newRepository: { ownerKind: 'member' } })
await ended()
cloneAgain()
const path = `/repos/${person.login}/${NAME}/*`
await standins.github('POST', '/faults', { method: '*', path, latencyMs: CALL_MS, times: null })

const counts = { worker: 0, browser: 0, during: 0, one: 0, none: 0, bad: 0 }
for (let round = 1; round <= rounds; round++) {
  const isBrowser = random() < BROWSER_SHARE
  const afterMs = Math.floor(random() * LONGEST_MS)
  const before = Number(git('rev-list', '--count', 'main'))
  await standins.builder('PUT', `/projects/${PROJECT}/files`, filesOf(round))
  const problem = await onceKilled(isBrowser, afterMs).catch((error) => String(error))
  cloneAgain()
  const grown = Number(git('rev-list', '--count', 'main')) - before
  const broken = git('fsck', '--strict', '--no-dangling')
  const isWhole = grown === 0 || hasAll(round)
  counts[isBrowser ? 'browser' : 'worker'] += 1
  if (!problem && broken === '' && isWhole && (grown === 0 || grown === 1)) {
    counts[grown === 1 ? 'one' : 'none'] += 1
  } else {
    counts.bad += 1
    const what = isBrowser ? 'browser' : 'worker'
    console.log(`round ${round}: ${what} after ${afterMs} ms, ${grown} commits`, problem, broken)
  }
  if (round % 20 === 0) console.log(round, JSON.stringify(counts))
}
console.log(JSON.stringify(counts))
await browser.close()
for (const folder of [profile, mirror]) rmSync(folder, { recursive: true, force: true })
process.exit(counts.bad > 0 ? 1 : 0)

/** Anew each time: it is small, and shows what everybody gets. */
function cloneAgain() {
  rmSync(mirror, { recursive: true, force: true })
  mkdirSync(mirror)
  git('clone', '--quiet', '--mirror', standins.cloneAddress(person, NAME), '.')
}

/** Empty where the push came to its end, one way or the other. */
async function onceKilled(isBrowser, afterMs) {
  const begun = beginPush(options, PROJECT, { target })
  // From the press on, or before it: the comparison may be killed as well.
  const isEarly = random() < 0.2
  if (isEarly) begun.catch(() => undefined)
  else await begun
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const { unfinished } = await ask(options, 'diagnosis')
  if (isEarly || unfinished > 0) counts.during += 1
  if (isBrowser) {
    await browser.kill()
    browser = await openBrowser(profile)
    options = await browser.openOptions()
    await openProject()
  } else await browser.stopWorkers()
  await ended()
  return ''
}

/** No journal is left: the push has ended, or nothing was confirmed. */
async function ended() {
  const until = Date.now() + ENDS_WITHIN_MS
  while (Date.now() < until) {
    const { unfinished, step } = await options.evaluate(stateOf, PROJECT)
    if (unfinished === 0 && !['reading', 'comparing', 'pushing'].includes(step)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`not ended within ${ENDS_WITHIN_MS} ms`)
}

async function stateOf(project) {
  const { value } = await chrome.runtime.sendMessage({ kind: 'ask', name: 'diagnosis', args: [] })
  const step = await new Promise((resolve) => {
    const port = chrome.runtime.connect({ name: `push-${project}` })
    port.onDisconnect.addListener(() => resolve('pushing'))
    port.onMessage.addListener(({ id, value: state }) => {
      if (id !== 1) return
      resolve(state?.step ?? 'pushing')
      port.disconnect()
    })
    port.postMessage({ id: 1, name: 'running', args: [] })
  })
  return { unfinished: value.unfinished, step }
}

async function openProject() {
  const page = await browser.context.newPage()
  await page.goto(`${standins.builderUrl}/~/${PROJECT}`)
  await page.locator('gitferry-button').waitFor()
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    const all = await ask(options, 'projects')
    if (all.some(({ id, isHere }) => id === PROJECT && isHere)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the project is not known')
}

/** Bytes that no earlier round had, so that they have to be sent. */
function filesOf(round) {
  const noise = Buffer.from(Array.from({ length: 2000 }, () => Math.floor(random() * 256)))

  return {
    'round.txt': `${round}\n`,
    [`noise/${round % 5}.bin`]: { base64: noise.toString('base64') },
    'src/main.ts': round % 2 ? `export const round = ${round}\n` : null,
  }
}

function hasAll(round) {
  const text = git('show', 'main:round.txt')
  const names = git('ls-tree', '-r', '--name-only', 'main')

  return text === `${round}\n` && names.includes('src/main.ts') === (round % 2 === 1)
}

/** Mulberry32. */
function randomFrom(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
