import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import type { JobKind } from './job-kind.ts'
import { type ClaimedJob, claimJobs, completeJobs, failJob, giveBackJobs } from './jobs-table.ts'
import { GiveUp, readPayload, runJob, type Work } from './run-job.ts'

/** Runs a job inside a trace. */
export type TraceJob = (kind: string, attempt: number, run: () => Promise<void>) => Promise<void>

/** Is told what became of each job. */
export type OnEnded = (
  kind: string,
  outcome: 'done' | 'failed' | 'given_up',
  seconds: number,
) => void

type Needs = {
  db: Database
  name: string
  kind: JobKind
  work: Work<object>
  /** Called after the last failed try of a job. */
  onFailed: ((payload: object) => Promise<void>) | undefined
  onEnded: OnEnded
  traceJob: TraceJob
  /** The jobs that run here. */
  running: Set<ClaimedJob>
  log: Log
}

export type Worker = {
  /** Takes jobs until none is left. */
  wake(): void
  /** Resolves when no job of this kind runs here. */
  resting(): Promise<void>
  /** Stops taking jobs. */
  close(): void
  /** Aborts running jobs and returns them to the queue. */
  abandon(): void
  /** The number of jobs taken since the server started. */
  taken(): number
}

/** Runs jobs of one kind, with the kind's concurrency. */
export function openWorker(needs: Needs): Worker {
  const { db, name, kind, log } = needs
  const lanes = new Set<Promise<void>>()
  const leaving = new AbortController()
  let isClosed = false
  let wasWoken = false
  let taken = 0

  const openLane = () => {
    if (isClosed || lanes.size >= kind.concurrency) return
    const lane = workUntilNoneIsLeft(() => lanes.delete(lane))
    lanes.add(lane)
  }

  // The lane closes in the same step in which it finds nothing: between the two, a wake would be lost.
  const workUntilNoneIsLeft = async (close: () => void) => {
    while (!isClosed) {
      wasWoken = false
      const jobs = await claimJobs(db, name, kind.batchSize ?? 1).catch((err: unknown) => {
        log.warn({ err, kind: name }, 'job claim failed')
        return []
      })
      if (jobs.length === 0 && !wasWoken) return close()

      taken += jobs.length
      // The queue may contain more jobs.
      if (jobs.length > 0) openLane()
      await runBatch(needs, jobs, leaving.signal)
    }
    close()
  }

  return {
    wake() {
      wasWoken = true
      openLane()
    },
    async resting() {
      while (lanes.size > 0) await Promise.all(lanes)
    },
    close() {
      isClosed = true
    },
    abandon: () => leaving.abort(new Error('The server stops')),
    taken: () => taken,
  }
}

/** Never rejects: outcomes are recorded in the database. */
async function runBatch(needs: Needs, jobs: ClaimedJob[], leaving: AbortSignal): Promise<void> {
  const { db, name, kind, work, running, log, onEnded, traceJob } = needs
  const [first, ...others] = jobs
  if (!first) return
  const about = { kind: name, jobId: first.id, attempt: first.attempt }
  for (const job of jobs) running.add(job)
  const began = performance.now()
  const secondsTaken = () => (performance.now() - began) / 1000

  try {
    const run = () => runJob(kind, first, work, leaving)
    const failure = await traceJob(name, first.attempt, run).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (!failure) {
      onEnded(name, 'done', secondsTaken())
      return void (await completeJobs(db, jobs))
    }
    if (leaving.aborted) return void (await giveBackJobs(db, jobs))

    log.warn({ err: failure.error, ...about }, 'job failed')
    const isDead = await failJob(db, first, describeFailure(kind, failure.error))
    onEnded(name, isDead ? 'given_up' : 'failed', secondsTaken())
    // Jobs of one batch have the same purpose, so retrying one suffices.
    if (others.length > 0) await completeJobs(db, others)
    if (isDead) await reportFailure(needs, first)
  } catch (err) {
    // The database is unavailable: the jobs return to the queue when their leases expire.
    log.error({ err, ...about }, 'job outcome not recorded')
  } finally {
    for (const job of jobs) running.delete(job)
  }
}

const describeFailure = ({ retries: { firstWaitS } }: JobKind, error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  firstWaitS,
  isFinal: error instanceof GiveUp,
})

/** An invalid payload cannot be passed to the handler. */
async function reportFailure({ kind, onFailed }: Needs, { payload }: ClaimedJob): Promise<void> {
  const read = readPayload(kind, payload)

  if (read.success) await onFailed?.(read.data)
}
