import type { Log } from '#log/log.ts'
import type { ClaimedJob } from './claim.ts'
import type { Finisher } from './finish.ts'
import { GiveUp } from './give-up.ts'
import type { JobKind } from './job-kind.ts'
import { readPayload, runJob, type Work } from './run-job.ts'

type Needs = {
  name: string
  kind: JobKind
  work: Work<object>
  /** Called after a job's last failed try. */
  onFailed: ((payload: object) => Promise<void>) | undefined
  claim(name: string, most: number): Promise<ClaimedJob[]>
  /** The jobs that run here, by their ids; the values are their kinds. */
  running: Map<string, string>
  finish: Finisher
  log: Log
}

export type Worker = {
  /** Takes jobs until none is left. */
  wake(): void
  /** Resolves when no job of this kind runs here. */
  resting(): Promise<void>
  /** Takes no more jobs. */
  close(): void
  /** Aborts running jobs and returns them to the queue. */
  abandon(): void
  /** The number of jobs taken since the start. */
  taken(): number
}

/** Runs jobs of one kind, with the kind's concurrency. */
export function openWorker(needs: Needs): Worker {
  const { name, kind, claim, log } = needs
  const lanes = new Set<Promise<void>>()
  const leaving = new AbortController()
  let isClosed = false
  let wasWoken = false
  let taken = 0

  const openLane = () => {
    const lane = workUntilNoneIsLeft().finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  const workUntilNoneIsLeft = async () => {
    while (!isClosed) {
      wasWoken = false
      const jobs = await claim(name, kind.batchSize ?? 1).catch((err: unknown) => {
        log.warn({ err, kind: name }, 'job claim failed')
        return []
      })
      if (jobs.length === 0 && !wasWoken) return

      taken += jobs.length
      // There may be more jobs.
      if (jobs.length > 0 && lanes.size < kind.concurrency) openLane()
      await runBatch(needs, jobs, leaving.signal)
    }
  }

  return {
    wake() {
      wasWoken = true
      if (!isClosed && lanes.size < kind.concurrency) openLane()
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
  const { name, kind, work, finish, log } = needs
  const [first] = jobs
  if (!first) return
  const ids = jobs.map(({ id }) => id)
  const about = { kind: name, jobId: first.id, attempt: first.attempt }
  for (const id of ids) needs.running.set(id, name)

  try {
    const failure = await runJob(kind, first, work, leaving).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (!failure) return await finish.succeeded(name, ids)
    if (leaving.aborted) return await finish.givenBack(name, ids)

    log.warn({ err: failure.error, ...about }, 'job failed')
    await finish.failed(name, ids, failure.error)
    if (isLastTry(kind, first, failure.error)) await reportFailure(needs, first)
  } catch (err) {
    // The database is unavailable: the jobs return to the queue when nobody renews them.
    log.error({ err, ...about }, 'job outcome not recorded')
  } finally {
    for (const id of ids) needs.running.delete(id)
  }
}

const isLastTry = ({ retries }: JobKind, { attempt }: ClaimedJob, error: unknown) =>
  error instanceof GiveUp || attempt > retries.most

/** An invalid payload cannot be passed on. */
async function reportFailure({ kind, onFailed }: Needs, { payload }: ClaimedJob): Promise<void> {
  const read = readPayload(kind, payload)

  if (read.success) await onFailed?.(read.data)
}
