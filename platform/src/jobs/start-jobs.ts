import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { claimJobs } from './claim.ts'
import { finisher } from './finish.ts'
import type { JobKind, JobKinds, PayloadOf } from './job-kind.ts'
import { JOB_CHANNEL } from './job-notification.ts'
import { openJobPoller } from './job-poller.ts'
import { renewLeases } from './lease.ts'
import { startMaintenance } from './maintenance.ts'
import { openQueue } from './queue.ts'
import { repeater } from './repeat.ts'
import type { Work } from './run-job.ts'
import { openWorker, type Worker } from './worker.ts'

/** The work for each kind. */
export type WorkFor<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: Work<PayloadOf<Kinds[Name]>>
}

/** Handlers of failed jobs, for kinds whose outcome a user waits for. */
export type FailureHandlers<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: (payload: PayloadOf<Kinds[Name]>) => Promise<void>
}

type Needs<Kinds extends JobKinds> = {
  db: Database
  clock: Clock
  log: Log
  kinds: Kinds
  /** A kind without work is left to other servers. */
  work: Partial<WorkFor<Kinds>>
  onFailed?: Partial<FailureHandlers<Kinds>>
}

export type Jobs = {
  /**
   * Plans the scheduled jobs and takes those that wait. For when the server answers: on the embedded database's only
   * connection, all else would come later.
   */
  begin(): Promise<void>
  /** Does all jobs that are due now, also by a moved clock; resolves when none is left. */
  drain(): Promise<void>
  /** Takes no more jobs, and returns those that do not finish within the limit to the queue. */
  stop(limitMs?: number): Promise<void>
}

type OnFailed = (payload: object) => Promise<void>

const STOP_LIMIT_MS = 6_000

/** Workers that wait for jobs. Any number of servers may share one database. */
export async function startJobs<Kinds extends JobKinds>(needs: Needs<Kinds>): Promise<Jobs> {
  const { db, clock, log, kinds } = needs
  const boss = await openQueue(db, kinds)
  const { planAll, repeating } = repeater({ db, clock, kinds })
  const finish = finisher(db, boss)
  const claim = (name: string, most: number) => claimJobs(db, name, most)
  const running = new Map<string, string>()

  const workers = new Map<string, Worker>()
  for (const [name, kind] of Object.entries<JobKind>(kinds)) {
    const work = (needs.work as Partial<Record<string, Work<object>>>)[name]
    if (!work) continue
    const repeated = repeating(name, kind, work)
    const onFailed = (needs.onFailed as Partial<Record<string, OnFailed>> | undefined)?.[name]
    workers.set(
      name,
      openWorker({ name, kind, work: repeated, onFailed, claim, running, finish, log }),
    )
  }
  const all = [...workers.values()]

  let isPlanned = false
  const maintain = async () => {
    if (!isPlanned) await planAll()
    isPlanned = true
    await boss.maintain()
  }
  const renew = () => renewLeases(db, running)
  const maintenance = startMaintenance({ clock, renew, maintain, log })
  const poller = openJobPoller({ db, log, wake: (name) => workers.get(name)?.wake() })
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
    },
  }
}

async function drain(workers: Worker[], maintainAndPoll: () => Promise<void>) {
  const taken = () => workers.reduce((sum, worker) => sum + worker.taken(), 0)

  for (let before = -1; before < taken(); ) {
    before = taken()
    // Running jobs may send more, which must be in the queue before the poll.
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
