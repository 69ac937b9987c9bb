import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate, sqlFiles } from './migrate.ts'

/**
 * A migrated, empty database as one file. Loading it takes a second; making one from nothing takes
 * several. `furnish` adds what others than the SQL files bring. Named after what went into it, so that a stale image is never loaded.
 */
export async function migratedImage(
  sqlFolder: string,
  cacheFolder: string,
  furnish: (database: Database) => Promise<void>,
): Promise<string> {
  const file = await imageFile(sqlFolder, cacheFolder)
  if (existsSync(file)) return file

  await mkdir(dirname(file), { recursive: true })
  const scratch = await mkdtemp(join(cacheFolder, 'image-'))
  try {
    const database = await openEmbedded({
      dataDir: scratch,
      image: null,
      clock: machineClock,
      statementLimitMs: 60_000,
      prepare: async (client) => void (await migrate(client, sqlFolder)),
    })
    await furnish(database)
    const image = join(scratch, 'image.tar.gz')
    await writeFile(image, await database.dump())
    await database.close()
    await rename(image, file)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return file
}

/** The image for these SQL files, when somebody has made it. */
export async function existingImage(sqlFolder: string, cacheFolder: string) {
  const file = await imageFile(sqlFolder, cacheFolder)

  return existsSync(file) ? file : null
}

async function imageFile(sqlFolder: string, cacheFolder: string): Promise<string> {
  const digest = createHash('sha256').update(process.versions.modules)
  for (const file of await sqlFiles(sqlFolder)) digest.update(file.name).update(file.digest)

  return join(cacheFolder, `database-${digest.digest('hex').slice(0, 16)}.tar.gz`)
}
