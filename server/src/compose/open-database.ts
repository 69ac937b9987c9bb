import type { Clock } from '@app/platform/clock/clock.ts'
import { existingImage } from '@app/platform/db/image.ts'
import { openDatabase } from '@app/platform/db/open.ts'
import type { Config } from '#config/config.ts'
import { folders, schema } from './folders.ts'

/** The PostgreSQL server of the configuration, else the embedded one in the data folder; migrated. */
export function openConfiguredDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  clock: Clock,
) {
  return openDatabase({
    place: databaseUrl
      ? { kind: 'postgres', url: databaseUrl }
      : { kind: 'embedded', dataDir, image: () => existingImage(schema, folders.cache) },
    schema,
    clock,
  })
}
