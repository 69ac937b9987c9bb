// Limits of two servers over one PostgreSQL: 2,000 uses a second of 1,000 buckets, charged one by one and in portions. Then how many uses
// too many a flood of each bucket gets, and how many uses one server counts.
import { setTimeout as pause } from 'node:timers/promises'
import { clock, schema } from './databases.js'
import { source } from './source.js'

const PER_SECOND = 2_000
const BUCKETS = 1_000
const SECONDS = 20
/** A bucket of a member's function calls. */
const LIMIT = { burst: 300, perSecond: 10 }
const SMALL = { burst: 100, perSecond: 1, inPortions: true }

const { theServer } = await source('platform/src/db/database.ts')
const { openDatabase } = await source('platform/src/db/open.ts')
const { rateLimits } = await source('platform/src/limits/rate-limits.ts')
const { startPostgres } = await source('platform/test/databases/postgres-server.ts')

const postgres = await startPostgres()
const location = { kind: 'postgres', url: postgres.url('postgres') }
const open = () => openDatabase({ location, schema, clock })
const first = await open()
const databases = [first, await open()]

for (const [name, inPortions] of [
  ['one by one', false],
  ['in portions', true],
]) {
  const servers = databases.map((db) => rateLimits(db, undefined, clock))
  const before = await writes()
  const perSecond = []
  const began = performance.now()
  const load = steady(servers, name, { ...LIMIT, inPortions })
  for (let second = 0, last = before; second < SECONDS; second++) {
    await pause(1_000)
    const now = await writes()
    perSecond.push(now.transactions - last.transactions)
    last = now
  }
  const { sent, slowestMs, p99Ms } = await load.stop()
  await Promise.all(servers.map((server) => server.charge()))
  const after = await writes()
  const seconds = (performance.now() - began) / 1000
  const rate = (what) => ((after[what] - before[what]) / seconds).toFixed(0)
  const settled = perSecond.slice(5).toSorted((one, other) => one - other)
  console.log(`\n${name}: ${(sent / seconds).toFixed(0)} uses a second of ${BUCKETS} buckets`)
  console.log(`  writing transactions a second   ${rate('transactions')}`)
  console.log(`    in the first second           ${perSecond[0]}`)
  console.log(
    `    after five, median and most   ${settled[settled.length >> 1]}, ${settled.at(-1)}`,
  )
  console.log(`  rows written a second           ${rate('rows')}`)
  console.log(
    `  slowest, 99 of 100 below        ${slowestMs.toFixed(1)} ms, ${p99Ms.toFixed(1)} ms`,
  )
}

await flood()
await oneServer()
await Promise.all(databases.map((db) => db.close()))
await postgres.stop()
process.exit(0)

/** So far: transactions that wrote anything, by their numbers, and rows of the table. */
async function writes() {
  const { rows } = await first.ask(theServer, {
    text: `select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions,
                  (select n_tup_ins + n_tup_upd from pg_stat_user_tables where relid = 'ops.rate_limits'::regclass)::float8 as rows`,
  })
  return rows[0]
}

/** Buckets by chance, servers in turn, as behind a balancer without stickiness. */
function steady(servers, name, limit) {
  const running = new Set()
  const tookMs = []
  const began = performance.now()
  let sent = 0
  let isOver = false
  const send = async () => {
    const server = servers[sent++ % servers.length]
    const start = performance.now()
    await server.take(`${name} ${Math.floor(Math.random() * BUCKETS)}`, limit)
    tookMs.push(performance.now() - start)
  }
  const ticking = (async () => {
    while (!isOver) {
      const due = ((performance.now() - began) / 1000) * PER_SECOND
      while (sent < due) {
        const sending = send().finally(() => running.delete(sending))
        running.add(sending)
      }
      await pause(2)
    }
    await Promise.all(running)
  })()

  return {
    stop: async () => {
      isOver = true
      await ticking
      const sorted = tookMs.toSorted((one, other) => one - other)
      return { sent, slowestMs: sorted.at(-1), p99Ms: sorted[Math.floor(sorted.length * 0.99)] }
    },
  }
}

/** Each bucket is asked on both servers until it refuses, in waves. */
async function flood() {
  const servers = databases.map((db) => rateLimits(db, undefined, clock))
  const taken = []
  for (let n = 0; n < 100; n++) {
    const began = performance.now()
    let count = 0
    for (let wave = 0; wave < 12; wave++) {
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, (_, one) => servers[one % 2].take(`flood ${n}`, SMALL)),
      )
      count += answers.filter(({ status }) => status === 'fulfilled').length
    }
    taken.push(count - SMALL.burst - ((performance.now() - began) / 1000) * SMALL.perSecond)
  }
  console.log(`\na flood of 100 buckets of ${SMALL.burst}, on both servers`)
  console.log(`  uses too many, most             ${Math.max(0, ...taken).toFixed(1)}`)
}

async function oneServer() {
  const server = rateLimits(first, undefined, clock)
  const generous = { burst: 1_000_000, perSecond: 1_000, inPortions: true }
  const before = await writes()
  const began = performance.now()
  let count = 0
  const lane = async () => {
    while (performance.now() - began < 10_000) {
      await server.take(`alone ${Math.floor(Math.random() * BUCKETS)}`, generous)
      if (++count % 100 === 0) await pause(0)
    }
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  await server.charge()
  const seconds = (performance.now() - began) / 1000
  const { transactions } = await writes()
  console.log(`\none server, as fast as it can, ${BUCKETS} buckets`)
  console.log(`  uses a second                   ${(count / seconds).toFixed(0)}`)
  console.log(
    `  writing transactions a second   ${((transactions - before.transactions) / seconds).toFixed(0)}`,
  )
}
