import type { Config } from '#config/config.ts'
import { existingImage } from '@app/platform/db/image.ts'
import type { DatabasePlace } from '@app/platform/db/open.ts'

/** The PostgreSQL server of the configuration, else the embedded one in the data folder. */
export async function databasePlace(
  { databaseUrl, dataDir }: Config,
  folders: { sql: string; cache: string },
): Promise<DatabasePlace> {
  if (databaseUrl) return { kind: 'postgres', url: databaseUrl }

  return { kind: 'embedded', dataDir, image: await existingImage(folders.sql, folders.cache) }
}
