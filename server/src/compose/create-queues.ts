import type { Database } from '@app/platform/db/database.ts'
import { platformJobs } from '@app/platform/jobs/platform-jobs.ts'
import { openQueue } from '@app/platform/jobs/queue.ts'
import { jobKinds } from '#jobs/job-kinds.ts'

/** What a new database needs besides our own SQL: the queues, which pg-boss creates. */
export async function createQueues(db: Database): Promise<void> {
  await openQueue(db, { ...platformJobs, ...jobKinds })
}
