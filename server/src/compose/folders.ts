import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schema } from '@app/platform/db/sql-files.ts'

/** The root of the checkout, or of a release. Source and bundle lie at different depths in it. */
const root = rootAbove(dirname(fileURLToPath(import.meta.url)))

/** A release brings its database image; a checkout makes one. */
const imageInRelease = join(root, 'database/image')

export const folders = {
  seed: join(root, 'database/seed'),
  web: join(root, 'web'),
  image: existsSync(imageInRelease) ? imageInRelease : join(root, '.cache'),
  extension: join(root, 'extension/dist'),
}

type Manifest = { version: string; gitferry?: { revision: string; builtAt: string } }

/** What runs: a release knows its commit and the time of it. */
export function productRelease(): { version: string; revision: string | null; builtAt: Date } {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

  return {
    version: manifest.version,
    revision: manifest.gitferry?.revision ?? null,
    builtAt: manifest.gitferry
      ? new Date(manifest.gitferry.builtAt)
      : statSync(import.meta.filename).mtime,
  }
}

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
