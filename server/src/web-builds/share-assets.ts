import type { Database } from '@app/platform/db/database.ts'
import { type Asset, deleteUnused, insertAssets, markUsed } from './assets-table.ts'

const MOST_BYTES = 4 * 1024 * 1024
/** One exchange with the database is bounded. */
const BATCH_BYTES = 512 * 1024

/** Only names with a digest mean the same file in every build. */
export const isShared = (path: string): boolean =>
  /^\/assets\/[\w.-]{1,120}-[0-9a-f]{8}\.[a-z0-9]{2,6}$/.test(path)

type Files = ReadonlyMap<string, { type: string; identity: Uint8Array }>

/** Stores the files of this build for servers of other builds. The embedded database belongs to one process. */
export async function shareAssets(db: Database, files: Files): Promise<void> {
  if (db.kind === 'embedded') return
  const shared = [...files].filter(
    ([path, { identity }]) => isShared(path) && identity.byteLength <= MOST_BYTES,
  )
  const missing = new Set(
    await markUsed(
      db,
      shared.map(([path]) => path),
    ),
  )
  let batch: Asset[] = []
  let bytes = 0

  for (const [path, { type, identity }] of shared) {
    if (!missing.has(path)) continue
    batch.push({ path, type, body: identity })
    bytes += identity.byteLength
    if (bytes < BATCH_BYTES) continue
    await insertAssets(db, batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) await insertAssets(db, batch)
  await deleteUnused(db)
}
