import { randomUUID } from 'node:crypto'
import type { Database } from '@app/platform/db/database.ts'
import { reportServer } from '@app/platform/db/servers-table.ts'
import type { Log } from '@app/platform/log/log.ts'

const EVERY_MS = 30_000

/**
 * Tells the database that a server of this version runs, until it is stopped. The embedded database belongs to one process. A stopped server
 * stays known for an hour, because a rollback may start it again.
 */
export function reportServers(
  { db, log }: { db: Database; log: Log },
  version: string,
): { stop(): Promise<void> } {
  if (db.kind === 'embedded') return { stop: async () => {} }
  const id = randomUUID()
  const report = () =>
    reportServer(db, id, version).catch((err: unknown) => log.warn({ err }, 'server report failed'))
  let last = report()
  const timer = setInterval(() => {
    last = report()
  }, EVERY_MS)

  return {
    stop: async () => {
      clearInterval(timer)
      await last
    },
  }
}
