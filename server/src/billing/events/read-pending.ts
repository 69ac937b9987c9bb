import { cut } from '@app/contract/storable'
import type { Database } from '@app/platform/db/database.ts'
import { serverSql } from '@app/platform/db/server-sql.ts'
import { finishEvent, type PendingEvent } from './events-table.ts'
import { type ReadEvent, readEvent } from './read-event.ts'

export type PendingRead = Omit<PendingEvent, 'body'> & { read: ReadEvent }

/** Events with unexpected content fail individually, so that they do not block others. */
export async function readAll(db: Database, events: PendingEvent[]): Promise<PendingRead[]> {
  const good: PendingRead[] = []

  for (const { body, ...event } of events) {
    try {
      good.push({ ...event, read: readEvent(body) })
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      await finishEvent(serverSql(db), event.id, 'failed', cut(words, 500))
    }
  }
  return good
}
