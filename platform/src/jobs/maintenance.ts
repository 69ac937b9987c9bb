import type PgBoss from 'pg-boss'
import type { Log } from '#log/log.ts'

const EVERY_MS = 60_000

/** Returns jobs of crashed servers to the queue, and deletes old ones. */
export function startMaintenance(boss: PgBoss, log: Log) {
  let last: Promise<void> = Promise.resolve()

  const once = () => {
    last = last
      .then(() => boss.maintain())
      .catch((err: unknown) => log.warn({ err }, 'job maintenance failed'))
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
