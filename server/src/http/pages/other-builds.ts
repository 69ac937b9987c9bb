import { BoundedCache } from '@app/platform/cache/bounded-cache.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import { findAsset } from '#web-builds/assets-table.ts'
import { isShared } from '#web-builds/share-assets.ts'
import { type Encoded, encode } from './encodings.ts'

const MOST_KEPT = 64
const LARGEST_KEPT_BYTES = 256 * 1024
/** Compressed while a request waits. */
const QUALITY = 4

export type OtherBuilds = { find(path: string): Promise<Encoded | null> }

/** Files of other builds: a page of one build may ask any server for its scripts. */
export function openOtherBuilds({ db, log }: { db: Database; log: Log }): OtherBuilds {
  const kept = new BoundedCache<Encoded>({ most: MOST_KEPT, whenFull: 'drop oldest' })

  return {
    async find(path) {
      if (db.kind === 'embedded' || !isShared(path)) return null
      const known = kept.get(path)
      if (known) return known

      // Without an answer the page loads itself again, as it does for files that are gone.
      const asset = await findAsset(db, path).catch((err: unknown) => {
        log.warn({ err }, 'asset lookup failed')
        return null
      })
      if (!asset) return null
      const encoded = encode(asset.body, asset.type, QUALITY)
      if (asset.body.byteLength <= LARGEST_KEPT_BYTES) kept.set(path, encoded)
      return encoded
    },
  }
}
