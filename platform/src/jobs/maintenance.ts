import type { Log } from '#log/log.ts'

const EVERY_MS = 60_000

/** Keeps the queue in order, now and then. A failure is logged, and it is tried again the next time. */
export function startMaintenance(maintain: () => Promise<void>, log: Log) {
  let last: Promise<void> = Promise.resolve()

  const once = () => {
    last = last.then(maintain).catch((err: unknown) => log.warn({ err }, 'job maintenance failed'))
    return last
  }
  const timer = setInterval(once, EVERY_MS)

  return {
    once,
    async close() {
      clearInterval(timer)
      await last
    },
  }
}
