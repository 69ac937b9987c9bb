import { platformJobs } from '#jobs/platform-jobs.ts'
import { openQueue } from '#jobs/queue.ts'
import { schema } from './folders.ts'
import { setUpEmbedded } from './set-up.ts'

/** @public Vitest calls it. */
export const setup = setUpEmbedded({
  schema,
  complete: async (db) => void (await openQueue(db, platformJobs)),
})
