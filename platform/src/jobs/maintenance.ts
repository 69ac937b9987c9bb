import type { Clock } from '#clock/clock.ts'
import type { Log } from '#log/log.ts'

const EVERY_MS = 60_000
/** A timer may come a little early by the product's clock. */
const MARGIN_MS = 5_000
/** Twice within a lease: one that fails leaves time for another. */
const RENEW_EVERY_MS = 10_000

type Needs = {
  clock: Clock
  /** Keeps own jobs, and returns those of killed servers. */
  renew: () => Promise<void>
  maintain: () => Promise<void>
  log: Log
}

/** Keeps the queue in order, now and then. A failure is logged, and it is tried again the next time. */
export function startMaintenance({ clock, renew, maintain, log }: Needs) {
  let last: Promise<void> = Promise.resolve()
  let doneAt = Number.NEGATIVE_INFINITY

  const after = (work: () => Promise<void>) => {
    last = last.then(work).catch((err: unknown) => log.warn({ err }, 'job maintenance failed'))
    return last
  }
  const maintainIfDue = async () => {
    const now = clock.now().getTime()
    // A clock that was set back counts as moved, too.
    if (Math.abs(now - doneAt) < EVERY_MS - MARGIN_MS) return
    await maintain()
    doneAt = now
  }
  // Before pg-boss, which would make lost jobs wait as long as failed ones.
  const once = () => after(renew).then(() => after(maintainIfDue))
  const timers = [setInterval(once, EVERY_MS), setInterval(() => after(renew), RENEW_EVERY_MS)]

  return {
    once,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await last
    },
  }
}
