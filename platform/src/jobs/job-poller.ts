import { type Database, theServer } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { SCHEMA } from './queue.ts'

/** For lost notifications, and for a moved clock. */
const LONGEST_WAIT_MS = 15_000

type Needs = {
  db: Database
  log: Log
  /** Called when jobs of this kind are due. */
  wake(name: string): void
}

export type JobPoller = {
  /** Wakes workers with due jobs, and polls again when the next job is due. */
  poll(): Promise<void>
  close(): Promise<void>
}

/** One query for all kinds: an idle server sends it a few times a minute. */
export function openJobPoller({ db, log, wake }: Needs): JobPoller {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  const pollOnce = async () => {
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
      log.warn({ err }, 'job poll failed')
    }
    if (!isClosed) timer = setTimeout(poll, Math.ceil(waitMs))
  }

  // Any number of notifications during a poll causes one further poll.
  const poll = (): Promise<void> => {
    waiting ??= last.then(() => {
      waiting = null
      last = pollOnce()
      return last
    })
    return waiting
  }

  return {
    poll,
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
