import type { Clock } from '#clock/clock.ts'
import type { Log } from '#log/log.ts'

const EVERY_MS = 60_000
/** A timer may fire slightly early by the product's clock. */
const MARGIN_MS = 5_000
/** Twice per lease, so that a failed renewal can be repeated in time. */
const RENEW_EVERY_MS = 10_000

type Needs = {
  clock: Clock
  /** Renews own leases, and returns jobs of killed servers. */
  renew: () => Promise<void>
  maintain: () => Promise<void>
  log: Log
}

/** Runs periodic maintenance of the queue. A failure is logged, and the next run tries again. */
export function startMaintenance({ clock, renew, maintain, log }: Needs) {
  let last: Promise<void> = Promise.resolve()
  let doneAt = Number.NEGATIVE_INFINITY

  const after = (work: () => Promise<void>) => {
    last = last.then(work).catch((err: unknown) => log.warn({ err }, 'job maintenance failed'))
    return last
  }
  const maintainIfDue = async () => {
    const now = clock.now().getTime()
    // A clock that was set back also counts as moved.
    if (Math.abs(now - doneAt) < EVERY_MS - MARGIN_MS) return
    await maintain()
    doneAt = now
  }
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
