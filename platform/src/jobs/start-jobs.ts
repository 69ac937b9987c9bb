import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#clock/clock.ts'
import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { claimJobs } from './claim.ts'
import { finisher } from './finish.ts'
import type { JobKind, JobKinds, PayloadOf } from './job-kind.ts'
import { JOB_CHANNEL } from './job-notification.ts'
import { openJobPoller } from './job-poller.ts'
import { startMaintenance } from './maintenance.ts'
import { openQueue } from './queue.ts'
import { repeater } from './repeat.ts'
import type { Work } from './run-job.ts'
import { openWorker, type Worker } from './worker.ts'

/** The work for each kind. */
export type WorkFor<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: Work<PayloadOf<Kinds[Name]>>
}

/** What is done about jobs that were given up, for kinds where somebody waits for the outcome. */
export type GivenUpFor<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: (payload: PayloadOf<Kinds[Name]>) => Promise<void>
}

type Needs<Kinds extends JobKinds> = {
  db: Database
  clock: Clock
  log: Log
  kinds: Kinds
  /** A kind without work here is left to other servers. */
  work: Partial<WorkFor<Kinds>>
  givenUp?: Partial<GivenUpFor<Kinds>>
}

export type Jobs = {
  /** Does all that is due now, also by a clock that was moved; resolves when nothing is left. */
  drain(): Promise<void>
  /** Takes no more jobs, and gives back those that are not done within the limit. */
  stop(limitMs?: number): Promise<void>
}

type OnGivenUp = (payload: object) => Promise<void>

const STOP_LIMIT_MS = 6_000

/** Begins to work on what was sent. Any number of servers may do so on one database. */
export async function startJobs<Kinds extends JobKinds>(needs: Needs<Kinds>): Promise<Jobs> {
  const { db, clock, log, kinds } = needs
  const boss = await openQueue(db, kinds)
  const { planAll, repeating } = repeater({ db, clock, kinds })
  const finish = finisher(db, boss)
  const claim = (name: string, most: number) => claimJobs(db, name, most)

  const workers = new Map<string, Worker>()
  for (const [name, kind] of Object.entries<JobKind>(kinds)) {
    const work = (needs.work as Partial<Record<string, Work<object>>>)[name]
    if (!work) continue
    const repeated = repeating(name, kind, work)
    const onGivenUp = (needs.givenUp as Partial<Record<string, OnGivenUp>> | undefined)?.[name]
    workers.set(name, openWorker({ name, kind, work: repeated, onGivenUp, claim, finish, log }))
  }
  const all = [...workers.values()]

  const upkeep = startMaintenance(boss, log)
  const lookout = openJobPoller({ db, log, wake: (name) => workers.get(name)?.wake() })
  const look = () => void lookout.look()
  const stopListening = await db.listen(JOB_CHANNEL, look, look)
  const lookAround = async () => {
    await upkeep.once()
    await lookout.look()
  }
  await planAll()
  // What was left by others is found soon; nobody has to wait for it.
  void lookAround()

  return {
    drain: () => drain(all, lookAround),
    async stop(limitMs = STOP_LIMIT_MS) {
      stopListening()
      await Promise.all([lookout.close(), upkeep.close()])
      await endWork(all, limitMs)
    },
  }
}

async function drain(workers: Worker[], lookAround: () => Promise<void>) {
  const taken = () => workers.reduce((sum, worker) => sum + worker.taken(), 0)

  for (let before = -1; before < taken(); ) {
    before = taken()
    // What runs already may send more, which has to be there before we look.
    await allResting(workers)
    await lookAround()
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
