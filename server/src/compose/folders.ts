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

/** What runs, for collectors and the log. */
export const productBuild = () => ({ version: productVersion(), revision: productRevision() })

/** The commit: written into a release, or read from the checkout. */
function productRevision(): string {
  const release = join(root, 'REVISION')
  if (existsSync(release)) return readFileSync(release, 'utf8').trim()
  const head = join(root, '.git/HEAD')
  if (!existsSync(head)) return 'unknown'
  const [, branch] = /^ref: (.+)$/m.exec(readFileSync(head, 'utf8')) ?? []
  const file = branch === undefined ? head : join(root, '.git', branch)

  // A packed branch has no file of its own.
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'unknown'
}

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
