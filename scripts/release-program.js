#!/usr/bin/env node
// `bin/gitferry` of a release. Plain JavaScript that an old Node can read as well, so that it can be refused.
import { readFileSync } from 'node:fs'

const MIN_NODE = [20, 19]
const HEALTH_LIMIT_MS = 2_500
const READY = 200

const COMMANDS = {
  start: {
    use: 'start               serves: without settings over an embedded database in ./.data',
    run: () => program('server/dist/main.js'),
  },
  operate: {
    use: 'operate [command]   what an operator does beside it; without a command the list',
    run: () => program('server/dist/operate.js'),
  },
  rest: {
    use: 'rest --db-uri …     the data API alone, over any PostgreSQL database',
    run: () => program('platform/dist/run-rest.js'),
  },
  platform: {
    use: 'platform …          serves a supabase/ folder, or your own SQL: init, start, migrate, reset, import, export, types, status',
    run: () => program('platform/dist/run-platform.js'),
  },
  health: {
    use: 'health              asks the server at HOST and PORT whether it is ready: 0 or 1',
    run: health,
  },
  version: { use: 'version             release, commit and Node', run: version },
}

main().catch(fail)

async function main() {
  refuseOldNode()
  const name = process.argv[2] || 'start'
  const command = Object.keys(COMMANDS).includes(name) ? COMMANDS[name] : null
  if (!command) return fail(usage(name))

  await command.run()
}

/** It reads its own arguments, after its name. */
async function program(file) {
  process.argv.splice(2, 1)
  process.setSourceMapsEnabled(true)
  await import(inRelease(file).href)
}

/** For container runtimes and scripts, so that a release needs no other program to be watched. */
async function health() {
  const host = process.env.HOST || '127.0.0.1'
  const port = process.env.PORT || '3000'
  const own = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }[host] || host

  try {
    const signal = AbortSignal.timeout(HEALTH_LIMIT_MS)
    const answer = await fetch(`http://${own}:${port}/readyz`, { signal, redirect: 'manual' })
    const body = await answer.text()
    if (answer.status !== READY) throw new Error(`${answer.status} ${body.slice(0, 200)}`)
    process.stdout.write('ready\n')
  } catch (error) {
    const isLate = error.name === 'TimeoutError'
    fail(`not ready: ${isLate ? 'no answer in time' : (error.cause || error).message}`)
  }
}

function version() {
  const { version: number, gitferry } = JSON.parse(readFileSync(inRelease('package.json'), 'utf8'))
  const revision = gitferry ? gitferry.revision.slice(0, 12) : 'checkout'

  process.stdout.write(`gitferry ${number} (${revision}), Node ${process.versions.node}\n`)
}

function usage(name) {
  const uses = Object.values(COMMANDS).map(({ use }) => `  gitferry ${use}`)
  const unknown = ['help', '--help', '-h'].includes(name) ? [] : [`There is no command ${name}.`]

  return [...unknown, 'Commands:', ...uses].join('\n')
}

function inRelease(file) {
  return new URL(`../${file}`, import.meta.url)
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return

  fail(`Gitferry needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit()
}

function fail(error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : error
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
