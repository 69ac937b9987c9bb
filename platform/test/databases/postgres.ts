import { platformJobs } from '#jobs/platform-jobs.ts'
import { openQueue } from '#jobs/queue.ts'
import { schema } from './folders.ts'
import { setUpPostgres } from './set-up.ts'

/** @public Vitest calls it. */
export const setup = setUpPostgres({
  schema,
  complete: async (db) => void (await openQueue(db, platformJobs)),
})
