import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#clock/clock.ts'
import { StartError } from '#errors/start-error.ts'
import { copyDatabase } from './copy-database.ts'
import type { EmbeddedOptions } from './embedded.ts'
import { ENGINE_MAJOR, majorOf } from './embedded-engine.ts'
import { lockFolder } from './folder-lock.ts'
import { openDatabase } from './open.ts'
import type { Schema } from './sql-files.ts'

type UpgradeNeeds = {
  dataDir: string
  schema: Schema
  clock: Clock
  /** The new database starts from it. */
  image: EmbeddedOptions['image']
  /** The address of a PGlite module that opens folders of this major version. */
  engineOf: (major: string) => Promise<string>
}

export type Upgrade = { from: string; to: string; rows: number; tables: number; kept: string }

/**
 * Copies the rows of an embedded database of another major version of PostgreSQL into one of this version, which takes its place. The
 * folder as it was is kept beside it; all work is done on copies.
 */
export async function upgradeFolder(needs: UpgradeNeeds): Promise<Upgrade> {
  const { dataDir, engineOf } = needs
  const folder = join(dataDir, 'postgres')
  const major = majorOf(folder)
  if (major === null) throw new StartError(`There is no database in ${dataDir}.`)
  if (major === ENGINE_MAJOR)
    throw new StartError(
      `The database is of PostgreSQL ${major} already, as this version needs it. Nothing was changed.`,
    )
  const unlock = lockFolder(dataDir)

  try {
    const engine = await engineOf(major)
    const work = await mkdtemp(join(dataDir, '.upgrading-'))
    try {
      const counts = await copyToThisMajor(needs, folder, engine, work)
      const kept = `${folder}.of-postgres-${major}-${Date.now()}`
      await rename(folder, kept)
      await rename(join(work, 'new', 'postgres'), folder)

      return {
        from: major,
        to: ENGINE_MAJOR,
        rows: [...counts.values()].reduce((all, count) => all + count, 0),
        tables: counts.size,
        kept,
      }
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
}

async function copyToThisMajor(
  { schema, clock, image }: UpgradeNeeds,
  folder: string,
  engine: string,
  work: string,
): Promise<ReadonlyMap<string, number>> {
  const old = join(work, 'old')
  await cp(folder, join(old, 'postgres'), { recursive: true })
  // It may be of an older release, too: both get the schema of this one.
  const from = await openDatabase({
    location: { kind: 'embedded', dataDir: old, engine },
    schema,
    clock,
  })
  try {
    const to = await openDatabase({
      location: { kind: 'embedded', dataDir: join(work, 'new'), image },
      schema,
      clock,
    })
    try {
      return await copyDatabase(from, to)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
