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

/** What runs, for collectors. A checkout knows its commit from git. */
export function productBuild(): { version: string; revision: string } {
  const { version, revision } = productRelease()

  return { version, revision: revision ?? checkedOut() ?? 'unknown' }
}

/** Commands of git would take longer. A packed branch has no file of its own. */
function checkedOut(): string | null {
  const head = textIn('.git/HEAD')
  const [, branch] = /^ref: (.+)$/.exec(head ?? '') ?? []

  return branch === undefined ? head : textIn(join('.git', branch))
}

function textIn(file: string): string | null {
  const path = join(root, file)

  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
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
