import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { source } from './source.js'

export const clock = { now: () => new Date(), offsetMs: () => 0 }
/** The SQL of the product's database. */
export const { schema } = await source('server/src/compose/folders.ts')

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
  const { openDatabase } = await source('platform/src/db/open.ts')
  const { startPostgres } = await source('platform/test/databases/postgres-server.ts')

  await inScratch(async (dataDir) => {
    const location = { kind: 'embedded', dataDir }
    const db = await openDatabase({ location, schema, clock })
    await work(db, 'embedded')
    await db.close()
  })

  const server = await startPostgres()
  const db = await openDatabase({
    location: { kind: 'postgres', url: server.url('postgres') },
    schema,
    clock,
  })
  await work(db, 'PostgreSQL')
  await db.close()
  await server.stop()
}
