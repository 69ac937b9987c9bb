import { type Database, theServer } from '#db/database.ts'
import { findBucket, insertBucket, updateBucket } from './buckets-table.ts'

export type BucketSettings = {
  name: string
  isPublic: boolean
  maxBytes: number | null
  mimeTypes: string[] | null
}

/** Creates a bucket that a configuration lists, or gives it the listed settings. */
export async function ensureBucket(
  { db }: { db: Database },
  { name, isPublic, maxBytes, mimeTypes }: BucketSettings,
): Promise<void> {
  const settings = { public: isPublic, file_size_limit: maxBytes, allowed_mime_types: mimeTypes }

  await db.as(theServer, async (sql) => {
    if (await findBucket(sql, name)) await updateBucket(sql, name, settings)
    else await insertBucket(sql, { ...settings, id: name, name, owner: null, owner_id: null })
  })
}
