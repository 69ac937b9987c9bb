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
  /** Told of a job that was tried for the last time in vain. */
  onGivenUp: ((payload: object) => Promise<void>) | undefined
  claim(name: string, most: number): Promise<ClaimedJob[]>
  finish: Finisher
  log: Log
}

export type Worker = {
  /** There may be jobs: takes them until none is left. */
  wake(): void
  /** Resolves when no job of this kind runs here. */
  resting(): Promise<void>
  /** Takes no more jobs. */
  close(): void
  /** Ends what still runs, and gives it back. */
  abandon(): void
  /** How many jobs were taken since the start. */
  taken(): number
}

/** Runs jobs of one kind, in as many lanes as the kind allows. */
export function openWorker(needs: Needs): Worker {
  const { name, kind, claim, log } = needs
  const lanes = new Set<Promise<void>>()
  const leaving = new AbortController()
  let isClosed = false
  let hasNews = false
  let taken = 0

  const openLane = () => {
    const lane = workUntilNoneIsLeft().finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  const workUntilNoneIsLeft = async () => {
    while (!isClosed) {
      hasNews = false
      const jobs = await claim(name, kind.bundle ?? 1).catch((err: unknown) => {
        log.warn({ err, kind: name }, 'jobs cannot be claimed')
        return []
      })
      if (jobs.length === 0 && !hasNews) return

      taken += jobs.length
      // Where one was, there may be more.
      if (jobs.length > 0 && lanes.size < kind.lanes) openLane()
      await runBundle(needs, jobs, leaving.signal)
    }
  }

  return {
    wake() {
      hasNews = true
      if (!isClosed && lanes.size < kind.lanes) openLane()
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

/** Never rejects: what became of the jobs is written in the database. */
async function runBundle(needs: Needs, jobs: ClaimedJob[], leaving: AbortSignal): Promise<void> {
  const { name, kind, work, finish, log } = needs
  const [first] = jobs
  if (!first) return
  const ids = jobs.map(({ id }) => id)
  const about = { kind: name, jobId: first.id, attempt: first.attempt }

  try {
    const failure = await runJob(kind, first, work, leaving).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (!failure) return await finish.succeeded(name, ids)
    if (leaving.aborted) return await finish.givenBack(name, ids)

    log.warn({ err: failure.error, ...about }, 'a job failed')
    await finish.failed(name, ids, failure.error)
    if (isGivenUp(kind, first, failure.error)) await tellGivenUp(needs, first)
  } catch (err) {
    // The database is away: the jobs come back once their time limit is over.
    log.error({ err, ...about }, 'what became of a job could not be written down')
  }
}

const isGivenUp = ({ retries }: JobKind, { attempt }: ClaimedJob, error: unknown) =>
  error instanceof GiveUp || attempt > retries.most

/** A payload that nobody could read means nothing to anybody. */
async function tellGivenUp({ kind, onGivenUp }: Needs, { payload }: ClaimedJob): Promise<void> {
  const read = readPayload(kind, payload)

  if (read.success) await onGivenUp?.(read.data)
}
