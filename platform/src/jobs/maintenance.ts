import type { Log } from '#log/log.ts'

const EVERY_MS = 60_000
/** Twice within a lease: one that fails leaves time for another. */
const RENEW_EVERY_MS = 10_000

type Needs = {
  /** Keeps own jobs, and returns those of killed servers. */
  renew: () => Promise<void>
  maintain: () => Promise<void>
  log: Log
}

/** Keeps the queue in order, now and then. A failure is logged, and it is tried again the next time. */
export function startMaintenance({ renew, maintain, log }: Needs) {
  let last: Promise<void> = Promise.resolve()

  const after = (work: () => Promise<void>) => {
    last = last.then(work).catch((err: unknown) => log.warn({ err }, 'job maintenance failed'))
    return last
  }
  // Before pg-boss, which would make lost jobs wait as long as failed ones.
  const once = () => after(renew).then(() => after(maintain))
  const timers = [setInterval(once, EVERY_MS), setInterval(() => after(renew), RENEW_EVERY_MS)]

  return {
    once,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await last
    },
  }
}
