import type { Database } from '@app/platform/db/database.ts'
import { jobKinds } from '#jobs/job-kinds.ts'
import { openQueue } from '@app/platform/jobs/queue.ts'

/** What a new database needs besides our own SQL: the queue, which brings its tables itself. */
export async function furnish(db: Database): Promise<void> {
  await openQueue(db, jobKinds)
}
