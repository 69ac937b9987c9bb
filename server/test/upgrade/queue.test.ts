import { movableClock } from '@app/platform/clock/clock.ts'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { deadLetters } from '@app/platform/jobs/dead-letters.ts'
import { kind } from '@app/platform/jobs/job-kind.ts'
import { startJobs } from '@app/platform/jobs/start-jobs.ts'
import { openLog } from '@app/platform/log/log.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import '@app/platform/test/databases/given.ts'
import { openOlder, releaseLocation, statementsOf } from './release-data.ts'

const { schema, kind: databaseKind } = inject('database')
const MINUTE_MS = 60_000

test('jobs of pg-boss are taken over: none is lost, none is done twice, and its schema is gone', async () => {
  const { location, clock } = await filled(FILL)
  const db = await openNew(location, clock)

  expect(await rows(db, LISTED)).toEqual([
    job(1, 'take-github-event', null, 'waiting', { payload: { n: 1 } }),
    job(2, 'take-github-event', null, 'waiting', { payload: { n: 2 }, is_due: false }),
    job(3, 'take-billing-events', 'a', 'waiting', {}),
    job(4, 'take-billing-events', 'a', 'retrying', { attempts: 1 }),
    job(5, 'take-billing-events', 'b', 'running', { attempts: 1 }),
    job(6, 'take-github-event', null, 'failed', { attempts: 9, error: 'It broke' }),
    job(7, 'take-github-event', null, 'done', { attempts: 1 }),
    job(8, 'take-billing-events', 'c', 'retrying', {}),
  ])
  expect(await rows(db, `select from ops.jobs where payload ->> 'many' = 'yes'`)).toHaveLength(700)
  expect(await rows(db, `select to_regnamespace('jobs') as jobs`)).toEqual([{ jobs: null }])
  expect(await rows(db, `select from pg_proc where proname like 'take_over_job%'`)).toEqual([])
  expect((await deadLetters(db)).map(({ reason, attempts }) => [reason, attempts])).toEqual([
    ['It broke', 9],
  ])

  // The one that ran when its server ended is done again; one hour later all are due.
  const ran = await runAll(db, clock)

  expect(ran.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 8, 10_001, 10_002])
  expect(ran).toHaveLength(706)
  expect(new Set(ran).size).toBe(ran.length)
}, 120_000)

test.runIf(databaseKind === 'postgres')(
  'a server of the release before goes on beside a new one: what it sends is done there, what it runs has one outcome',
  async () => {
    const { location, clock } = await filled(`${RUNNING}`)
    const older = await openOlder(location, clock)
    onTestFinished(() => older.close())
    const db = await openNew(location, clock)
    const send = (number: number, name: string, key: string | null) =>
      rows(older, INSERT, [id(number), name, { n: number }, ...NOT_GIVEN.with(2, key)])

    const sent = [
      await send(11, 'take-github-event', null),
      await send(12, 'take-billing-events', 'd'),
      await send(13, 'take-billing-events', 'd'),
    ]
    // It keeps what it runs, finishes one job and fails with another.
    await rows(
      older,
      `update jobs.job set expire_in = interval '90 minutes' where id = '${id(21)}'`,
    )
    await rows(older, COMPLETE, ['take-github-event', [id(22)], null])
    await rows(
      older,
      `update jobs.job set state = 'retry', start_after = now(), output = '{"message":"Not yet"}' where id = '${id(23)}'`,
    )

    expect(sent).toEqual([[{ id: id(11) }], [{ id: id(12) }], [{ id: id(13) }]])
    expect(await rows(older, `select id::text from jobs.job order by id`)).toEqual([
      { id: id(21) },
      { id: id(24) },
    ])
    expect(await rows(db, LISTED)).toEqual([
      job(11, 'take-github-event', null, 'waiting', { payload: { n: 11 } }),
      job(12, 'take-billing-events', 'd', 'waiting', { payload: { n: 12 } }),
      job(21, 'take-github-event', null, 'running', { attempts: 1 }),
      job(22, 'take-github-event', null, 'done', { attempts: 1 }),
      job(23, 'take-github-event', null, 'retrying', { attempts: 1, error: 'Not yet' }),
      job(24, 'take-github-event', null, 'running', { attempts: 1 }),
    ])

    // The older server was killed with job 24, and still runs job 21.
    expect(await runAll(db, clock)).toEqual([11, 12, 23, 24])
    await rows(older, COMPLETE, ['take-github-event', [id(21), id(24)], null])
    expect(await rows(db, `select id::text from ops.jobs where state <> 'done'`)).toEqual([])
  },
  120_000,
)

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

const job = (number: number, kind: string, key: string | null, state: string, more: object) => ({
  id: id(number),
  kind,
  key,
  state,
  payload: {},
  attempts: 0,
  error: null,
  is_due: true,
  ...more,
})

const LISTED = `
  select id::text, kind, key, state, payload, attempts, error, run_at <= ops.now() as is_due
    from ops.jobs
   where id::text like '%-8000-0000000000__'
   order by id`

/** A row as pg-boss keeps it. */
const old = (number: number, name: string, columns: string, values: string) =>
  `insert into jobs.job (id, name, policy, retry_limit, data, ${columns})
   select '${id(number)}', name, policy, 8, '{}', ${values} from jobs.queue where name = '${name}';`

const RAN = `now() - interval '1 minute'`

const FILL = `
  ${old(1, 'take-github-event', 'start_after', 'now()')}
  ${old(2, 'take-github-event', 'start_after', `now() + interval '40 minutes'`)}
  update jobs.job set data = jsonb_build_object('n', right(id::text, 2)::int) where id::text like '%-8000-0000000000__';
  ${old(3, 'take-billing-events', 'singleton_key', `'a'`)}
  ${old(4, 'take-billing-events', 'singleton_key, state, started_on', `'a', 'retry', ${RAN}`)}
  ${old(5, 'take-billing-events', 'singleton_key, state, started_on, expire_in', `'b', 'active', ${RAN}, interval '5 minutes'`)}
  ${old(6, 'take-github-event', 'state, retry_count, started_on, completed_on, output', `'failed', 8, ${RAN}, now(), '{"message":"It broke"}'`)}
  ${old(7, 'take-github-event', 'state, started_on, completed_on', `'completed', ${RAN}, now()`)}
  ${old(8, 'take-billing-events', 'singleton_key, state', `'c', 'retry'`)}
  insert into jobs.job (id, name, policy, retry_limit, data)
  select ('00000000-0000-7000-8000-0000000' || (10000 + n))::uuid, name, policy, 8, '{"many":"yes"}'
    from jobs.queue, generate_series(1, 700) as n where name = 'take-github-event'`

const RUNNING = [21, 22, 23, 24]
  .map((number) =>
    old(
      number,
      'take-github-event',
      'state, started_on, expire_in',
      `'active', ${RAN}, interval '5 minutes'`,
    ),
  )
  .join('\n')

const [INSERT = '', COMPLETE = ''] = ['INSERT INTO jobs.job', 'UPDATE jobs.job'].map(
  (part) =>
    (databaseKind === 'postgres' ? statementsOf('second') : []).find((text) =>
      text.includes(part),
    ) ?? '',
)

/** What pg-boss leaves to the queue: of its statement's values, the first three are given. */
const NOT_GIVEN: (string | null)[] = Array.from({ length: 16 }, () => null)

async function filled(jobs: string) {
  const clock = movableClock()
  const location = await releaseLocation('second', onTestFinished)
  const older = await openOlder(location, clock)
  await older.script(`delete from jobs.job; ${jobs}`)
  await older.close()

  return { location, clock }
}

async function openNew(
  location: Awaited<ReturnType<typeof releaseLocation>>,
  clock: ReturnType<typeof movableClock>,
) {
  const db = await openDatabase({ location, schema, clock })
  onTestFinished(() => db.close())

  return db
}

const rows = async (db: Database, text: string, values: readonly unknown[] = []) =>
  (await db.ask(theServer, { text, values })).rows

/** Does all jobs that are due within the hour, on a server of the new release. The last digits of their ids. */
async function runAll(db: Database, clock: ReturnType<typeof movableClock>): Promise<number[]> {
  const ran: number[] = []
  const work = async ({ id: jobId }: { id: string }) => void ran.push(Number(jobId.slice(-12)))
  const one = {
    payload: z.looseObject({}),
    retries: { most: 8, firstWaitS: 60 },
    concurrency: 4,
    timeLimitS: 60,
  }
  const kinds = {
    'take-github-event': kind(one),
    'take-billing-events': kind({ ...one, key: () => '' }),
  }
  const jobs = await startJobs({
    db,
    clock,
    log: openLog({ level: 'silent' }),
    kinds,
    work: { 'take-github-event': work, 'take-billing-events': work },
  })
  clock.moveTo(60 * MINUTE_MS)
  await jobs.drain()
  await jobs.stop()

  return ran.sort((a, b) => a - b)
}
