import type { Database } from '#db/database.ts'
import type { Log } from '#log/log.ts'
import { nextDue } from './jobs-table.ts'

/** Covers lost notifications and a moved clock. The embedded database loses none. */
const LONGEST_WAIT_MS = { postgres: 2_000, embedded: 15_000 }

type Needs = {
  db: Database
  log: Log
  /** The kinds of jobs that this server runs. */
  kinds: readonly string[]
  /** Called when jobs of this kind are due. */
  wake(kind: string): void
}

export type JobPoller = {
  /** Wakes workers with due jobs, and polls again when the next job is due. */
  poll(): Promise<void>
  close(): Promise<void>
}

/** One query for all kinds, with one index probe for each. */
export function openJobPoller({ db, log, kinds, wake }: Needs): JobPoller {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  const pollOnce = async () => {
    clearTimeout(timer)
    if (isClosed) return

    let waitMs = LONGEST_WAIT_MS[db.kind]
    try {
      for (const { kind, in_ms } of await nextDue(db, kinds)) {
        if (in_ms <= 0) wake(kind)
        else waitMs = Math.min(waitMs, in_ms)
      }
    } catch (err) {
      log.warn({ err }, 'job poll failed')
    }
    if (!isClosed) timer = setTimeout(poll, Math.ceil(waitMs))
  }

  // Any number of notifications during a poll cause only one further poll.
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
