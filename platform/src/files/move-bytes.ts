import { createHash, randomUUID } from 'node:crypto'
import type { Database, Sql } from '#db/database.ts'
import { sqlState } from '#db/errors.ts'
import type { S3 } from '#outside/s3/open-s3.ts'
import { uploadObject } from '#outside/s3/upload-object.ts'
import { BATCH_BYTES } from './bytes.ts'
import { bytesInDatabase } from './bytes-in-database.ts'
import { isMissing } from './errors.ts'
import { inBatches } from './in-batches.ts'
import { findMovable, type Movable, moveToDatabase, moveToS3, planMove } from './moves-table.ts'
import { filesSql } from './storage-caller.ts'
import { CHUNK_BYTES, fillBytes } from './versions-table.ts'

type Needs = {
  db: Database
  s3: S3
  home: 'database' | 's3'
  /** Told after each portion. */
  report: (outcome: Outcome) => void
}

export type Outcome = {
  moved: number
  bytes: number
  /** Versions whose bytes are not what was uploaded; they stay where they are. */
  damaged: string[]
  /** Replaced or deleted meanwhile, or moved by another command. */
  skipped: number
}

const LISTED_AT_ONCE = 100

/**
 * Carries the bytes of all published versions to the configured home, beside running servers. The old bytes go after the new ones were read
 * back. A later run goes on where this one ended.
 */
export async function moveBytes({ db, s3, home, report }: Needs): Promise<Outcome> {
  const sql = filesSql(db)
  const move = home === 's3' ? toS3 : toDatabase
  const outcome: Outcome = { moved: 0, bytes: 0, damaged: [], skipped: 0 }
  let after: string | null = null

  for (;;) {
    const versions = await findMovable(sql, home, after, LISTED_AT_ONCE)
    for (const version of versions) {
      const result = await move({ db, sql, s3 }, version)
      if (result === 'moved') {
        outcome.moved += 1
        outcome.bytes += version.size
      } else if (result === 'damaged') outcome.damaged.push(version.version)
      else outcome.skipped += 1
    }
    after = versions.at(-1)?.version ?? null
    if (after === null) return outcome
    report(outcome)
  }
}

type Tools = { db: Database; sql: Sql; s3: S3 }
type Result = 'moved' | 'damaged' | 'skipped'

/** The object has a key of its own: that of an earlier object of this version may be about to be deleted. */
async function toS3({ db, sql, s3 }: Tools, { version, size, md5 }: Movable): Promise<Result> {
  const key = randomUUID()
  const source = bytesInDatabase(db)
  const [hash, shaHash] = [createHash('md5'), createHash('sha256')]
  async function* hashed() {
    for await (const batch of inBatches(source.read(version, { from: 0, to: size - 1 }))) {
      hash.update(batch)
      shaHash.update(batch)
      yield batch
    }
  }

  await planMove(sql, key)
  try {
    await uploadObject(s3, key, hashed())
  } catch (error) {
    if (isMissing(error)) return 'skipped'
    throw error
  }
  if (hash.digest('hex') !== md5) return 'damaged'
  const sha256 = shaHash.digest('hex')
  if ((await sha256Of(s3.read(key, 0, size - 1))) !== sha256) return 'damaged'

  return (await moveToS3(sql, { version, key, sha256 })) ? 'moved' : 'skipped'
}

async function toDatabase({ db, sql, s3 }: Tools, movable: Movable): Promise<Result> {
  const { version, size, md5, key, sha256 } = movable
  if (key === null) return 'skipped'
  const hash = createHash('md5')
  let seq = 0

  try {
    // A killed run may have left some of the same.
    for await (const batch of inBatches(s3.read(key, 0, size - 1))) {
      hash.update(batch)
      await fillBytes(sql, version, seq, batch)
      seq += BATCH_BYTES / CHUNK_BYTES
    }
    if (hash.digest('hex') !== md5) return 'damaged'
    const stored = await sha256Of(bytesInDatabase(db).read(version, { from: 0, to: size - 1 }))
    if (sha256 !== null && stored !== sha256) return 'damaged'

    return (await moveToDatabase(sql, { version, key })) ? 'moved' : 'skipped'
  } catch (error) {
    if (isMissing(error) || isTakenAway(error)) return 'skipped'
    throw error
  }
}

/** The version was deleted. */
const isTakenAway = (error: unknown) => sqlState(error) === '23503'

async function sha256Of(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)

  return hash.digest('hex')
}
