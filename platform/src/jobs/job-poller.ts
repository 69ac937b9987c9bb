import { type Database, theServer } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { SCHEMA } from './queue.ts'

/** For news that were lost, and for a clock that was moved. */
const LONGEST_WAIT_MS = 15_000

type Needs = {
  db: Database
  log: Log
  /** There are jobs of this kind to be done now. */
  wake(name: string): void
}

export type JobPoller = {
  /** Wakes everyone who has work, and looks again when the next job is due. */
  look(): Promise<void>
  close(): Promise<void>
}

/** One question for all kinds: an idle server asks it a few times a minute, and nothing else. */
export function openJobPoller({ db, log, wake }: Needs): JobPoller {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  const lookOnce = async () => {
    clearTimeout(timer)
    if (isClosed) return

    let waitMs = LONGEST_WAIT_MS
    try {
      const { rows } = await db.ask<{ name: string; in_ms: number }>(theServer, { text: NEXT_DUE })
      for (const { name, in_ms } of rows) {
        if (in_ms <= 0) wake(name)
        else waitMs = Math.min(waitMs, in_ms)
      }
    } catch (err) {
      log.warn({ err }, 'no look at the jobs')
    }
    if (!isClosed) timer = setTimeout(look, Math.ceil(waitMs))
  }

  // However many news arrive during one look, a single further look answers them all.
  const look = (): Promise<void> => {
    waiting ??= last.then(() => {
      waiting = null
      last = lookOnce()
      return last
    })
    return waiting
  }

  return {
    look,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await (waiting ?? last)
    },
  }
}

const NEXT_DUE = `
  select name, (extract(epoch from min(start_after) - ops.now()) * 1000)::float8 as in_ms
    from ${SCHEMA}.job
   where state < 'active'
   group by name`
