import type { Database } from '#db/database.ts'
import { BATCH_BYTES, type Bytes, type Stretch } from './bytes.ts'
import { bytesMissing } from './errors.ts'
import { filesSql } from './storage-caller.ts'
import {
  appendBytes,
  CHUNK_BYTES,
  copyChunks,
  deleteVersion,
  insertVersion,
  readChunks,
} from './versions-table.ts'

const BATCH_CHUNKS = BATCH_BYTES / CHUNK_BYTES

/** Versions as rows of 256 KiB. */
export function bytesInDatabase(db: Database): Bytes {
  const sql = filesSql(db)

  return {
    async write(version, batches) {
      let seq = 0
      for await (const batch of batches) {
        if (seq === 0) await insertVersion(sql, version, batch)
        else await appendBytes(sql, version, seq, batch)
        seq += BATCH_CHUNKS
      }
    },

    read: (version, stretch) => readBatches(db, version, stretch),

    /** One mebibyte at a time, so that a database with one connection is not blocked for long. */
    async copy(from, to, size) {
      const chunks = Math.ceil(size / CHUNK_BYTES)
      let copied = 0
      await insertVersion(sql, to, new Uint8Array())
      for (let seq = 0; seq < chunks; seq += BATCH_CHUNKS) {
        copied += await copyChunks(sql, { from, to, seq, count: BATCH_CHUNKS })
      }
      if (copied !== chunks) throw bytesMissing()
    },

    discard: (version) => deleteVersion(sql, version),
    sweep: async () => 0,
    shareUrl: async () => null,
  }
}

/** Batches of one mebibyte; between them it holds neither a transaction nor a connection. */
async function* readBatches(
  db: Database,
  version: string,
  { from, to }: Stretch,
): AsyncGenerator<Buffer, void, void> {
  let at = from

  while (at <= to) {
    const end = Math.min(to, at - (at % BATCH_BYTES) + BATCH_BYTES - 1)
    const pieces = await readChunks(db, version, { from: at, to: end })
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (length !== end - at + 1) throw bytesMissing()

    yield* pieces
    at = end + 1
  }
}
