// How many jobs a second are sent and done, against the same number of single-row writes to the same database.
import * as z from 'zod/mini'
import { clock, onBoth } from './databases.js'
import { source } from './source.js'

const COUNT = 2_000
const quiet = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { theServer } = await source('platform/src/db/database.ts')
const { kind } = await source('platform/src/jobs/job-kind.ts')
const { sender } = await source('platform/src/jobs/send-job.ts')
const { startJobs } = await source('platform/src/jobs/start-jobs.ts')

const kinds = {
  nothing: kind({
    payload: z.object({ n: z.number() }),
    retries: { most: 1, firstWaitS: 1 },
    concurrency: 8,
    timeLimitS: 60,
  }),
}
const send = sender(kinds)

await onBoth(async (db, name) => {
  const writes = await seconds(async () => {
    for (let n = 0; n < COUNT; n++) {
      await db.ask(theServer, {
        text: `insert into ops.app_settings (key, value) values ($1, '{}')`,
        values: [`bench ${n}`],
      })
    }
  })

  let done = 0
  const jobs = await startJobs({
    db,
    clock,
    log: quiet,
    kinds,
    work: {
      nothing: async () => {
        done += 1
      },
    },
  })
  const sent = await seconds(async () => {
    for (let n = 0; n < COUNT; n++) await db.as(theServer, (sql) => send(sql, 'nothing', { n }))
  })
  const worked = await seconds(() => jobs.drain())
  await jobs.stop()

  const rate = (time) => (COUNT / time).toFixed(0)
  console.log(`\n${name}: ${done} jobs`)
  console.log(`  plain writes          ${rate(writes)} /s`)
  console.log(
    `  sent, one by one      ${rate(sent)} /s   ${(writes / sent).toFixed(2)} of plain writes`,
  )
  console.log(
    `  sent and done         ${rate(sent + worked)} /s   ${(writes / (sent + worked)).toFixed(2)} of plain writes`,
  )
})
process.exit(0)

async function seconds(work) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
