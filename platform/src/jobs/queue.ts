import { createHash } from 'node:crypto'
import PgBoss from 'pg-boss'
import { type Database, type Sql, theServer } from '#db/database.ts'
import type { JobKind, JobKinds } from './job-kind.ts'
import { executeThrough } from './pg-boss-sql.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** The schema that pg-boss keeps its tables in. */
export const SCHEMA = 'jobs'

/** The table of one kind's jobs, as pg-boss names it. */
export const partitionOf = (name: string): string =>
  `${SCHEMA}.j${createHash('sha224').update(name).digest('hex')}`

const bossOver = (ask: Sql['query']) =>
  new PgBoss({
    db: executeThrough(ask),
    schema: SCHEMA,
    // Its workers poll and swallow errors, its schedules ignore a moved clock: we use our own.
    schedule: false,
    supervise: false,
    // A waiting job is never dropped, however long no server ran.
    retentionDays: 3650,
    archiveCompletedAfterSeconds: HOUR_S,
    // Dead letters stay in the queue, to be listed and retried.
    archiveFailedAfterSeconds: 30 * DAY_S,
    deleteAfterDays: 1,
  })

/** Sends a job in the given transaction. */
export const sendThrough = (
  sql: Sql,
  name: string,
  payload: object,
  options: PgBoss.SendOptions,
): Promise<string | null> =>
  senderBoss.send(name, payload, { ...options, db: executeThrough(sql.query) })

const senderBoss = bossOver(() => Promise.reject(new Error('A job is sent inside a transaction')))

/** pg-boss on the database, with its schema and one up-to-date queue for each kind. */
export async function openQueue(db: Database, kinds: JobKinds): Promise<PgBoss> {
  const boss = bossOver(<Row>(text: string, values: readonly unknown[] = []) =>
    db.ask<Row>(theServer, { text, values }),
  )
  await boss.start()

  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, kind] of Object.entries(kinds)) {
    const queue = queueFor(name, kind)
    const before = known.get(name)
    if (!before) await boss.createQueue(name, queue)
    else if (differs(before, queue)) await boss.updateQueue(name, queue)
  }
  return boss
}

// For servers of the release before, which do not renew their jobs: their own limit comes first.
const GRACE_S = 15

const queueFor = (name: string, { retries, timeLimitS, key }: JobKind) => ({
  name,
  // At most one job of a key waits, and at most one runs.
  policy: key ? ('stately' as const) : ('standard' as const),
  retryLimit: retries.most,
  retryDelay: retries.firstWaitS,
  retryBackoff: true,
  expireInSeconds: Math.ceil(timeLimitS) + GRACE_S,
})

const differs = (before: PgBoss.Queue, now: ReturnType<typeof queueFor>) =>
  Object.entries(now).some(([field, value]) => before[field as keyof PgBoss.Queue] !== value)
