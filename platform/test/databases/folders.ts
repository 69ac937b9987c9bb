import { fileURLToPath } from 'node:url'
import type { Schema } from '#db/sql-files.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const CACHE_FOLDER = folder('../../../.cache')

/** The platform with a small program of the tests. */
export const schema: Schema = {
  app: 'test',
  platformSql: folder('../../sql'),
  migrations: folder('../sql'),
}
