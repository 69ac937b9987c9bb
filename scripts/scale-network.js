import { setTimeout as pause } from 'node:timers/promises'
import { readyServer } from './chaos-product.js'
import { Refusal } from './run.js'
import { startLoad, TABLE, usualRate } from './scale-load.js'
import { psql, startGate } from './scale-programs.js'
import { refuseLost, SECRET_KEY, summary, withPostgres } from './scale-servers.js'

const RATE = usualRate(100)
const SILENT_MS = 30_000
/** The longest statement, and what a server waits for its answer. */
const LONGEST_ANSWER_MS = 12_500
const SERVED_WITHIN_MS = 5_000
const NOTICED_WITHIN_MS = 30_000

/** Nothing passes between the server and PostgreSQL for a while, and no connection is closed. */
export const packetsDropped = () =>
  withPostgres(async ({ postgres, env }) => {
    const first = await readyServer(env)
    psql(postgres.url, TABLE)
    await first.stop()
    const gate = await startGate(postgres.url)
    const server = await readyServer({ ...env, DATABASE_URL: gate.url })
    try {
      return await dropPackets({ gate, server, database: postgres.url })
    } finally {
      await server.kill()
      await gate.stop()
    }
  })

async function dropPackets({ gate, server, database }) {
  const load = startLoad(server.url, { secretKey: SECRET_KEY, perSecond: RATE })
  await pause(3_000)
  const before = load.seen().failures.length
  gate.close()
  await pause(SILENT_MS / 2)
  psql(
    database,
    `create table public.told_meanwhile (id int); grant select on public.told_meanwhile to service_role;
     notify pgrst, 'reload schema'`,
  )
  await pause(SILENT_MS / 2)
  const acknowledged = load.seen().acknowledged.length
  gate.open()
  const opened = performance.now()
  while (load.seen().acknowledged.length === acknowledged) {
    if (performance.now() - opened > LONGEST_ANSWER_MS) throw new Refusal('It serves nobody again.')
    await pause(10)
  }
  const servedMs = Math.round(performance.now() - opened)
  const noticedMs = await untilServed(`${server.url}/rest/v1/told_meanwhile`, opened)
  await pause(Math.max(0, 2 * SERVED_WITHIN_MS - (performance.now() - opened)))
  const { sent, failures, failedAt, slowestMs, ...seen } = await load.stop()
  refuseLost(database, seen.acknowledged)
  const late = failedAt.filter((at) => at > opened + SERVED_WITHIN_MS).length

  if (before > 0) throw new Refusal(`${before} failed before.`)
  if (slowestMs > LONGEST_ANSWER_MS)
    throw new Refusal(`An answer took ${Math.round(slowestMs)} ms.`)
  if (servedMs > SERVED_WITHIN_MS) throw new Refusal(`The first was served after ${servedMs} ms.`)
  if (late > 0) throw new Refusal(`${late} failed more than 5 s after.`)
  return `${sent} requests, ${failures.length} failed ${summary(failures)}, slowest answer ${Math.round(slowestMs)} ms; served ${servedMs} ms after, a new table told meanwhile after ${noticedMs} ms; 0 of ${seen.acknowledged.length} writes lost`
}

async function untilServed(url, since) {
  const headers = { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` }
  for (;;) {
    const { status } = await fetch(url, { headers })
    const ms = Math.round(performance.now() - since)
    if (status === 200) return ms
    if (ms > NOTICED_WITHIN_MS) throw new Refusal(`It still answers ${status} after ${ms} ms.`)
    await pause(50)
  }
}
