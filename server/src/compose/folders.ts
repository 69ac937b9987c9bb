import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schema } from '@app/platform/db/sql-files.ts'

/** The root of the checkout. Source and bundle lie at different depths in it. */
const root = rootAbove(dirname(fileURLToPath(import.meta.url)))

export const folders = {
  seed: join(root, 'database/seed'),
  web: join(root, 'web'),
  cache: join(root, '.cache'),
  extension: join(root, 'extension/dist'),
}

/** The version in the package.json of the checkout. */
export const productVersion = (): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** The SQL that the product's database is made of. */
export const schema: Schema = {
  app: 'gitferry',
  platformSql: join(root, 'platform/sql'),
  migrations: join(root, 'database/migrations'),
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'platform/sql'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The SQL files of the platform are missing')

  return rootAbove(parent)
}
