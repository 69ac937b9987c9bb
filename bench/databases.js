import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { path, source } from './source.js'

export const clock = { now: () => new Date(), offsetMs: () => 0 }
export const sqlFolder = path('database')

/** Runs work with a new folder that is deleted afterwards. */
export async function inScratch(work) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs work on each database, one after the other, migrated and empty. */
export async function onBoth(work) {
  const { openDatabase } = await source('src/db/open.ts')
  const { startPostgres } = await source('test/databases/postgres-server.ts')

  await inScratch(async (dataDir) => {
    const place = { kind: 'embedded', dataDir, image: null }
    const db = await openDatabase({ place, sqlFolder, clock })
    await work(db, 'embedded')
    await db.close()
  })

  const server = await startPostgres()
  const db = await openDatabase({
    place: { kind: 'postgres', url: server.url('postgres') },
    sqlFolder,
    clock,
  })
  await work(db, 'PostgreSQL')
  await db.close()
  await server.stop()
}
