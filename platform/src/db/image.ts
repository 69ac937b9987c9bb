import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Schema, sqlFiles } from './sql-files.ts'

/**
 * A migrated, empty database as one file: loading it takes one second instead of several.
 * The name contains the digest of the SQL files, so that a stale image is never loaded.
 */
export async function migratedImage(schema: Schema, cacheFolder: string): Promise<string> {
  const file = await imageFile(schema, cacheFolder)
  if (existsSync(file)) return file

  await mkdir(dirname(file), { recursive: true })
  const scratch = await mkdtemp(join(cacheFolder, 'image-'))
  try {
    const database = await openEmbedded({
      dataDir: scratch,
      clock: machineClock,
      statementLimitMs: 60_000,
      app: schema.app,
      prepare: async (client) =>
        void (await migrate({ client, connectAside: null, dump: null }, schema)),
    })
    const image = join(scratch, 'image.tar.gz')
    await writeFile(image, await database.dump())
    await database.close()
    await rename(image, file)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return file
}

/** The image for these SQL files, if it exists. */
export async function existingImage(schema: Schema, cacheFolder: string) {
  const file = await imageFile(schema, cacheFolder)

  return existsSync(file) ? file : null
}

async function imageFile(schema: Schema, cacheFolder: string): Promise<string> {
  const digest = createHash('sha256')
  for (const file of await sqlFiles(schema)) digest.update(file.name).update(file.digest)

  return join(cacheFolder, `database-${digest.digest('hex').slice(0, 16)}.tar.gz`)
}
