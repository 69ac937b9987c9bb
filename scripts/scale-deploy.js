import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { operate, readyServer } from './chaos-product.js'
import { freePorts } from './free-ports.js'
import { Refusal } from './run.js'
import { startLoad, TABLE, usualRate } from './scale-load.js'
import { psql, startBalancer } from './scale-programs.js'
import { packageOf, refuseLost, SECRET_KEY, summary, withPostgres } from './scale-servers.js'

const RATE = usualRate(100)
const LINES = 1_000_000
const LONGEST_WAIT_MS = 3_000
const STEP_MS = 3_000
const PAGES = ['/', '/login', '/pricing']

/** From the build in the folder `SCALE_FROM` to this one and back, then to this one with its contracts, on a filled sign-in log. */
export const rollingDeploy = () =>
  withPostgres(async ({ postgres, env }) => {
    const older = join(process.env.SCALE_FROM ?? '', 'server/dist/main.js')
    if (!process.env.SCALE_FROM || !existsSync(older)) {
      throw new Refusal('SCALE_FROM names no folder of an older release that is built.')
    }
    const port = await freePorts(2)
    const envs = [port, port + 1].map((one) => ({ ...env, PORT: String(one) }))
    const first = await readyServer(envs[0], [], older)
    psql(postgres.url, TABLE)
    await first.stop()
    fillLog(postgres.url)
    const servers = []
    for (const one of envs) servers.push(await readyServer(one, [], older))
    const replaceAll = async (program) => {
      for (const [at, one] of envs.entries()) {
        await servers[at].stop()
        servers[at] = await readyServer(one, [], program)
      }
      await pause(STEP_MS)
    }
    const balancer = await startBalancer([port, port + 1])
    const load = startLoad(balancer.url, { secretKey: SECRET_KEY, perSecond: RATE })
    const visits = startVisits(balancer.url)
    const writer = await startWriter(postgres.url)
    const steps = []
    const step = async (name, work) => {
      const before = load.seen().failures.length
      writer.seen.slowestMs = 0
      await work
      const failed = load.seen().failures.length - before
      steps.push(`${name} ${failed}, ${Math.round(writer.seen.slowestMs)} ms`)
    }
    try {
      await step('before', pause(STEP_MS))
      await step('deploy', replaceAll())
      await step('back', replaceAll(older))
      await step('again', replaceAll())
      // As an hour after the last older server.
      psql(postgres.url, `update ops.servers set seen_at = seen_at - interval '2 hours'`)
      let told
      await step(
        'contract',
        operate(env, ['contract']).then((text) => (told = text)),
      )
      await step('after', pause(STEP_MS))
      return outcome({
        steps,
        database: postgres.url,
        told,
        load: await load.stop(),
        visits: await visits.stop(),
        lines: await writer.stop(),
      })
    } finally {
      await Promise.all(servers.map((server) => server.kill()))
      await balancer.stop()
    }
  })

function outcome({ database, told, steps, load, visits, lines }) {
  const { sent, failures, acknowledged, slowestMs } = load
  refuseLost(database, acknowledged)
  const kind = psql(
    database,
    `select relkind from pg_class where oid = 'auth.audit_log_entries'::regclass`,
  )
  const found = `${sent} requests, ${failures.length} failed ${summary(failures)}, slowest ${Math.round(slowestMs)} ms; ${visits.loaded} pages with their files, ${visits.failed.length} failed ${summary(visits.failed)}; ${lines.written} lines of the log written meanwhile, ${lines.failed} failed; failures and the longest wait of a line by step: ${steps.join('; ')}`

  if (kind !== 'p') throw new Refusal(`The contract left the log as it was: ${told}`)
  if (failures.length + visits.failed.length + lines.failed > 0) throw new Refusal(found)
  if (lines.longestMs > LONGEST_WAIT_MS) throw new Refusal(found)
  return found
}

const fillLog = (url) =>
  psql(
    url,
    `insert into auth.audit_log_entries (payload, created_at)
     select json_build_object('action', 'login', 'actor_id', gen_random_uuid(), 'actor_username', n || '@example.test'),
            now() - n * interval '300 days' / ${LINES}
       from generate_series(1, ${LINES}) as n`,
  )

/** Writes to the log without a pause, and remembers the longest wait. */
async function startWriter(url) {
  const { Client } = packageOf('pg')
  const client = new Client(url)
  await client.connect()
  const seen = { written: 0, failed: 0, slowestMs: 0, longestMs: 0 }
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      const began = performance.now()
      await client.query(`insert into auth.audit_log_entries (payload) values ('{}')`).then(
        () => (seen.written += 1),
        () => (seen.failed += 1),
      )
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began)
      seen.longestMs = Math.max(seen.longestMs, seen.slowestMs)
      await pause(5)
    }
    await client.end()
  })()

  return {
    seen,
    stop: async () => {
      isOver = true
      await writing
      return seen
    },
  }
}

/** Loads pages, and a moment later the files that they name, as a browser whose visitor came during the deploy. */
function startVisits(url) {
  const seen = { loaded: 0, failed: [] }
  let isOver = false
  const get = async (path) => {
    const answer = await fetch(new URL(path, url))
    const text = await answer.text()
    if (answer.status !== 200) seen.failed.push(`${answer.status} ${path}`)
    return text
  }
  const visit = async (path) => {
    const files = (await get(path)).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)
    await pause(1_000)
    for (const [, file] of files) await get(file)
    seen.loaded += 1
  }
  const visiting = (async () => {
    while (!isOver) {
      for (const path of PAGES) {
        await visit(path).catch((error) => seen.failed.push(error.cause?.code ?? error.name))
      }
    }
  })()

  return {
    stop: async () => {
      isOver = true
      await visiting
      return seen
    },
  }
}
