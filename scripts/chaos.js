import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { killOperate, operate, readyServer, refresh, signIn, startServer } from './chaos-product.js'
import { prepare } from './prepare.js'
import { main, Refusal, say } from './run.js'
import { startTemporaryPostgres } from './temporary-postgres.js'

const PASSPHRASE = 'a passphrase of the trials\n'
const KEYS = ['a', 'b'].map((id, at) => `${id}:${Buffer.alloc(32, at + 7).toString('base64')}`)

/** Bad days that take too long for the tests. Each trial returns what it saw, or throws. */
const TRIALS = {
  'killed in the first start': ({ kills }) =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: folder }
      for (let n = 0; n < kills; n++) await killStart(env, 2_500)

      return opens(env, `${kills} kills, then ready`)
    }),

  'killed in the first start, over PostgreSQL': async ({ kills }) => {
    const postgres = await startTemporaryPostgres()
    try {
      return await inFolder(async (folder) => {
        const env = { DATA_DIR: folder, DATABASE_URL: postgres.url }
        for (let n = 0; n < kills; n++) await killStart(env, 4_000)

        const server = await readyServer(env)
        await get(server, '/status.json')
        await get(server, '/rest/v1/plans?select=id')
        await server.kill()

        return `${kills} kills, then ready`
      })
    } finally {
      await postgres.stop()
    }
  },

  'killed while members write': ({ kills }) =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: folder }
      let acknowledged = 0
      for (let n = 0; n < kills; n++) {
        const server = await readyServer(env)
        const session = await signIn(server)
        const stored = await counterOf(server, session)
        if (stored < acknowledged)
          throw new Refusal(`${acknowledged} was acknowledged, ${stored} is stored.`)
        acknowledged = await countUntilKilled(server, session, stored)
      }
      const server = await readyServer(env)
      const stored = await counterOf(server, await signIn(server))
      await server.kill()
      if (stored < acknowledged)
        throw new Refusal(`${acknowledged} acknowledged, ${stored} stored.`)

      return `${kills} kills, ${acknowledged} writes acknowledged, ${stored} stored`
    }),

  'killed in a backup': ({ kills }) =>
    inFolder(async (folder) => {
      const env = await stoppedProduct(folder)
      const file = join(folder, 'kept.backup')
      let early = 0
      for (let n = 0; n < kills; n++) {
        const at = { input: PASSPHRASE, afterMs: randomInt(100, 3_000) }
        if (await killOperate(env, ['backup', file], at)) early += 1
        if (existsSync(file)) await restored(folder, file, `from-${n}`)
        rmSync(file, { force: true })
      }
      await operate(env, ['backup', file], PASSPHRASE)
      await restored(folder, file, 'last')

      return `${early} of ${kills} killed in it, no half file under its name, the next one restored`
    }),

  'killed in a restore': ({ kills }) =>
    inFolder(async (folder) => {
      const env = await stoppedProduct(folder)
      const file = join(folder, 'kept.backup')
      await operate(env, ['backup', file], PASSPHRASE)
      let early = 0
      for (let n = 0; n < kills; n++) {
        const target = { DATA_DIR: join(folder, `target-${n}`) }
        cpSync(env.DATA_DIR, target.DATA_DIR, { recursive: true })
        const at = { input: PASSPHRASE, afterMs: randomInt(100, 3_000) }
        if (await killOperate(target, ['restore-backup', file], at)) early += 1
        await opens(target, '')
        rmSync(target.DATA_DIR, { recursive: true, force: true })
      }

      return `${early} of ${kills} killed in it, each folder opened afterwards`
    }),

  'killed while secrets are sealed anew': ({ kills }) =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: folder, APP_ENCRYPTION_KEYS: KEYS.join(','), APP_SEALING_KEY: 'a' }
      const server = await readyServer(env)
      const session = await signIn(server)
      for (let n = 0; n < 200; n++) await signIn(server)
      await server.kill()
      const next = { ...env, APP_SEALING_KEY: 'b' }
      for (let n = 0; n < kills; n++)
        await killOperate(next, ['reseal'], { afterMs: randomInt(300, 3_000) })
      await operate(next, ['reseal'])
      const usage = await operate(next, ['key-usage'])
      if (/^a /m.test(usage)) throw new Refusal(`The old key still seals:\n${usage}`)
      const last = await readyServer({ DATA_DIR: folder, APP_ENCRYPTION_KEYS: KEYS[1] })
      const { status } = await refresh(last, session.refresh_token)
      await last.kill()
      if (status !== 200) throw new Refusal(`The session of before answered ${status}.`)

      return `${kills} kills, then nothing under the old key, and its sessions go on`
    }),

  'a heap of 256 MB': () =>
    inFolder(async (folder) => {
      const server = await readyServer({ DATA_DIR: folder }, ['--max-old-space-size=256'])
      await signIn(server)
      for (let n = 0; n < 40; n++)
        await Promise.all(
          ['/', '/pricing', '/docs', '/auth/v1/settings'].map((path) => get(server, path)),
        )
      const memory = memoryMb(server.pid)
      await server.kill()

      return `160 pages and answers, ${memory} MB resident`
    }),

  '5,000 idle connections': () =>
    inFolder(async (folder) => {
      const server = await readyServer({ DATA_DIR: folder })
      const sockets = await idleConnections(server, 5_000)
      const began = performance.now()
      await signIn(server)
      const tookMs = Math.round(performance.now() - began)
      for (const socket of sockets) socket.destroy()
      await server.kill()

      return `${sockets.length} open, a sign-in beside them in ${tookMs} ms`
    }),

  '500 readers that do not read': () =>
    inFolder(async (folder) => {
      const server = await readyServer({ DATA_DIR: folder })
      const before = memoryMb(server.pid)
      const sockets = await idleConnections(server, 500)
      for (const socket of sockets)
        socket.pause().write(`${'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(4)}`)
      await pause(3_000)
      const began = performance.now()
      await signIn(server)
      const tookMs = Math.round(performance.now() - began)
      const after = memoryMb(server.pid)
      for (const socket of sockets) socket.destroy()
      await server.kill()

      return `a sign-in beside them in ${tookMs} ms, memory ${before} to ${after} MB`
    }),
}

/** Runs the trials, or those whose name contains a word, and prints a table of outcomes. */
async function chaos() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kills: { type: 'string', default: '8' } },
  })
  const kills = Number(values.kills)
  if (!Number.isSafeInteger(kills) || kills < 1) throw new Refusal('--kills is a whole number.')
  const chosen = Object.entries(TRIALS).filter(([name]) =>
    positionals.every((word) => name.includes(word)),
  )
  if (chosen.length === 0) throw new Refusal(`The trials: ${Object.keys(TRIALS).join('; ')}`)
  await prepare('test')

  let failed = 0
  say('| trial | outcome | seconds |\n|---|---|---|')
  for (const [name, trial] of chosen) {
    const began = performance.now()
    const outcome = await trial({ kills }).catch((error) => {
      failed += 1
      return `FAILED: ${error.message}`
    })
    say(`| ${name} | ${outcome} | ${Math.round((performance.now() - began) / 1000)} |`)
  }
  process.exit(failed > 0 ? 1 : 0)
}

async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-chaos-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function killStart(env, mostMs) {
  const server = await startServer(env)
  await pause(randomInt(50, mostMs))
  await server.kill()
}

/** The folder opens, its demo members sign in, and no half file is left under a whole one's name. */
async function opens(env, outcome) {
  const server = await readyServer(env)
  await signIn(server)
  await server.kill()

  return outcome
}

async function stoppedProduct(folder) {
  const env = { DATA_DIR: join(folder, 'data') }
  await opens(env, '')

  return env
}

async function restored(folder, file, name) {
  const env = { DATA_DIR: join(folder, name) }
  await operate(env, ['restore-backup', file], PASSPHRASE)
  await opens(env, '')
}

const counterOf = async (server, { access_token }) =>
  (await user(server, access_token)).user_metadata.counter ?? 0

/** One write after the other; returns the last number that was acknowledged. */
async function countUntilKilled(server, { access_token }, from) {
  let acknowledged = from
  const killed = pause(randomInt(300, 1_500)).then(server.kill)
  for (;;) {
    const body = JSON.stringify({ data: { counter: acknowledged + 1 } })
    const changed = await user(server, access_token, { method: 'PUT', body }).catch(() => null)
    if (!changed) break
    acknowledged += 1
  }
  await killed
  return acknowledged
}

async function user({ url }, token, init = {}) {
  const answer = await fetch(`${url}/auth/v1/user`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Refusal(`The account answered ${answer.status}.`)

  return answer.json()
}

async function get({ url }, path) {
  const answer = await fetch(url + path)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Refusal(`${path} answered ${answer.status}.`)
}

function idleConnections({ url }, count) {
  const { port } = new URL(url)
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => resolve(socket))
      socket.on('error', reject)
    })

  return Promise.all(Array.from({ length: count }, one))
}

const memoryMb = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

await main(chaos)
