import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { existingImage } from '@app/platform/db/image.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import { platformJobs } from '@app/platform/jobs/platform-jobs.ts'
import { openQueue } from '@app/platform/jobs/queue.ts'
import type { Config } from '#config/config.ts'
import { jobKinds } from '#jobs/job-kinds.ts'
import { folders, schema } from './folders.ts'

/** The PostgreSQL server of the configuration, else the embedded one in the data folder; migrated. */
export async function openConfiguredDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  clock: Clock,
) {
  const place = databaseUrl
    ? ({ kind: 'postgres', url: databaseUrl } as const)
    : ({
        kind: 'embedded',
        dataDir,
        image: await existingImage(schema, folders.cache),
      } as const)

  return openDatabase({ place, schema, clock })
}

/** What a new database needs besides our own SQL: the queues, which pg-boss creates. */
export async function createQueues(db: Database): Promise<void> {
  await openQueue(db, { ...platformJobs, ...jobKinds })
}
