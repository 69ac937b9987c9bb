import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { S3 } from '#outside/s3/open-s3.ts'
import { uploadObject } from '#outside/s3/upload-object.ts'
import type { Bytes, Stretch } from './bytes.ts'
import { bytesInDatabase } from './bytes-in-database.ts'
import { bytesMissing, inFilesTerms, isMissing } from './errors.ts'
import { inBatches } from './in-batches.ts'
import { claimDeletions, deletionsDone, queueDeletion } from './s3-deletions-table.ts'
import { filesSql } from './storage-caller.ts'
import { deleteVersion, findS3Key, insertS3Version, recordSha256 } from './versions-table.ts'

const SWEPT_AT_ONCE = 20
const SHARED_FOR_S = 60

type Options = {
  db: Database
  s3: S3
  /** Where new bytes go. */
  home: 'database' | 's3'
  /** Whether others may fetch public files from the service itself. */
  redirects: boolean
}

/** Versions as objects of a bucket, beside those that are still in the database. */
export function bytesInS3({ db, s3, home, redirects }: Options): Bytes {
  const sql = filesSql(db)
  const database = bytesInDatabase(db)

  const write: Bytes['write'] = async (version, batches) => {
    const hash = createHash('sha256')
    async function* recorded() {
      let isFirst = true
      for await (const batch of batches) {
        // Before the object, so that there is never one that nothing knows of.
        if (isFirst) await insertS3Version(sql, version)
        isFirst = false
        hash.update(batch)
        yield batch
      }
    }

    await inFilesTerms(uploadObject(s3, version, recorded()))
    if (await recordSha256(sql, version, hash.digest('hex'))) return
    await queueDeletion(sql, version)
    throw bytesMissing()
  }

  /** A version that is moved meanwhile is read on from its new home. */
  async function* read(version: string, { from, to }: Stretch): AsyncGenerator<Buffer, void, void> {
    let at = from
    let key = await findS3Key(sql, version)

    while (at <= to) {
      const rest = { from: at, to }
      try {
        for await (const piece of key ? s3.read(key, at, to) : database.read(version, rest)) {
          at += piece.length
          yield piece
        }
        return
      } catch (error) {
        const known = isMissing(error) ? await findS3Key(sql, version) : key
        if (known === key) return await inFilesTerms(Promise.reject(error))
        key = known
      }
    }
  }

  return {
    write: home === 's3' ? write : database.write,
    read,

    async copy(from, to, size) {
      const key = await findS3Key(sql, from)
      if (home === 'database' && key === null) return database.copy(from, to, size)
      if (home === 'database' || key === null) {
        return (home === 's3' ? write : database.write)(
          to,
          inBatches(read(from, { from: 0, to: size - 1 })),
        )
      }
      await insertS3Version(sql, to, from)
      await inFilesTerms(s3.copy(key, to))
      if ((await inFilesTerms(s3.sizeOf(to))) !== size) throw bytesMissing()
    },

    discard: (version) => deleteVersion(sql, version),

    async sweep() {
      let swept = 0
      for (;;) {
        const keys = await claimDeletions(sql, SWEPT_AT_ONCE)
        if (keys.length === 0) return swept

        const outcomes = await Promise.allSettled(keys.map((key) => s3.remove(key)))
        const removed = keys.filter((_, i) => outcomes[i]?.status === 'fulfilled')
        await deletionsDone(sql, removed)
        swept += removed.length
        const failed = outcomes.find((outcome) => outcome.status === 'rejected')
        // The others are tried again by a later sweep.
        if (failed) throw failed.reason
      }
    },

    async shareUrl(version, headers) {
      const key = redirects ? await findS3Key(sql, version) : null
      if (key === null) return null
      const query = Object.entries(headers).map(([name, value]) => [`response-${name}`, value])

      return s3.signUrl(key, Object.fromEntries(query), SHARED_FOR_S)
    },
  }
}
