import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import { dropLease, takeLease } from '#db/leases-table.ts'
import { serverSql } from '#db/server-sql.ts'
import type { Log } from '#log/log.ts'
import type { JobKind, JobKinds, PayloadOf } from './job-kind.ts'
import { openJobPoller } from './job-poller.ts'
import { type ClaimedJob, deleteFinished, JOB_CHANNEL, renewLeases } from './jobs-table.ts'
import { startMaintenance } from './maintenance.ts'
import { repeater } from './repeat.ts'
import type { Work } from './run-job.ts'
import { type OnEnded, openWorker, type TraceJob, type Worker } from './worker.ts'

/** The work for each kind. */
export type WorkFor<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: Work<PayloadOf<Kinds[Name]>>
}

/** Handlers of failed jobs, for kinds whose result a user waits for. */
export type FailureHandlers<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: (payload: PayloadOf<Kinds[Name]>) => Promise<void>
}

type Needs<Kinds extends JobKinds> = {
  db: Database
  clock: Clock
  log: Log
  kinds: Kinds
  /** Kinds without work are left to other servers. */
  work: Partial<WorkFor<Kinds>>
  onFailed?: Partial<FailureHandlers<Kinds>>
  onEnded?: OnEnded
  traceJob?: TraceJob | undefined
}

export type Jobs = {
  /**
   * Plans the scheduled jobs and starts taking waiting ones. Called once the server answers, because it occupies the embedded database's
   * only connection.
   */
  begin(): Promise<void>
  /** Runs all jobs that are due, also after the clock moved; resolves when none is left. */
  drain(): Promise<void>
  /** Takes no more jobs, and returns those that exceed the limit to the queue. */
  stop(limitMs?: number): Promise<void>
}

type OnFailed = (payload: object) => Promise<void>

const STOP_LIMIT_MS = 6_000
/** The lease of the server that deletes finished jobs; renewed with each maintenance. */
const MAINTENANCE = { name: 'job maintenance', seconds: 90 }

/** Starts workers that wait for jobs. Any number of servers may share one database. */
export async function startJobs<Kinds extends JobKinds>(needs: Needs<Kinds>): Promise<Jobs> {
  const { db, clock, log, kinds, onEnded = () => {}, traceJob = untraced } = needs
  const { planAll, repeating } = repeater({ db, clock, kinds })
  const running = new Set<ClaimedJob>()
  const lease = { ...MAINTENANCE, holder: randomUUID() }

  const workers = new Map<string, Worker>()
  for (const [name, kind] of Object.entries<JobKind>(kinds)) {
    const work = (needs.work as Partial<Record<string, Work<object>>>)[name]
    if (!work) continue
    const repeated = repeating(name, kind, work)
    const onFailed = (needs.onFailed as Partial<Record<string, OnFailed>> | undefined)?.[name]
    workers.set(
      name,
      openWorker({ db, name, kind, work: repeated, onFailed, onEnded, traceJob, running, log }),
    )
  }
  const all = [...workers.values()]

  let isPlanned = false
  const maintain = async () => {
    if (!isPlanned) await planAll()
    isPlanned = true
    if (await takeLease(serverSql(db), lease)) await deleteFinished(db)
  }
  const renew = () => renewLeases(db, [...running])
  const maintenance = startMaintenance({ clock, renew, maintain, log })
  const wake = (name: string) => workers.get(name)?.wake()
  const poller = openJobPoller({ db, log, kinds: [...workers.keys()], wake })
  const poll = () => void poller.poll()
  const stopListening = await db.listen(JOB_CHANNEL, poll, poll)
  const maintainAndPoll = async () => {
    await maintenance.once()
    await poller.poll()
  }

  return {
    begin: maintainAndPoll,
    drain: () => drain(all, maintainAndPoll),
    async stop(limitMs = STOP_LIMIT_MS) {
      stopListening()
      await Promise.all([poller.close(), maintenance.close()])
      await endWork(all, limitMs)
      // Without a database it expires.
      await dropLease(serverSql(db), lease).catch(() => {})
    },
  }
}

const untraced: TraceJob = (_kind, _attempt, run) => run()

async function drain(workers: Worker[], maintainAndPoll: () => Promise<void>) {
  const taken = () => workers.reduce((sum, worker) => sum + worker.taken(), 0)

  for (let before = -1; before < taken(); ) {
    before = taken()
    // Running jobs may send further jobs, which must be queued before the poll.
    await allResting(workers)
    await maintainAndPoll()
    await allResting(workers)
  }
}

async function endWork(workers: Worker[], limitMs: number) {
  for (const worker of workers) worker.close()

  const done = new AbortController()
  const limit = pause(limitMs, undefined, { signal: done.signal }).catch(() => {})
  await Promise.race([allResting(workers), limit])
  done.abort()

  for (const worker of workers) worker.abandon()
  await allResting(workers)
}

const allResting = (workers: Worker[]) => Promise.all(workers.map((worker) => worker.resting()))
