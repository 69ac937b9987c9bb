import { type Caller, theServer } from '#db/database.ts'
import { bytesMissing, fileExists, noSuchBucket, refusedAs } from './errors.ts'
import type { Files } from './files.ts'
import {
  type FileDraft,
  type FileRow,
  lockObjectPath,
  type ObjectPath,
  publishFile,
} from './objects-table.ts'
import { requireCurrent } from './require-current.ts'
import type { Stored } from './store-bytes.ts'

type Needs = Pick<Files, 'db' | 'bytes' | 'clock'>

export type Publication = {
  place: ObjectPath
  owner: { owner: string | null; ownerId: string | null }
  isUpsert: boolean
  stored: Stored
  /** The caller's claims; empty for the server. */
  claims: Caller['claims']
}

type FinalFacts = {
  contentType: string
  cacheControl: string
  robotsTag: string | null
  userMetadata: Record<string, unknown>
}

/** Publishes stored bytes, or deletes them if `finalFacts` refuses. */
export async function publish(
  { db, bytes, clock }: Needs,
  { place, owner, isUpsert, stored, claims }: Publication,
  finalFacts: () => Promise<FinalFacts>,
): Promise<FileRow> {
  try {
    const facts = await finalFacts()
    const draft: FileDraft = {
      ...place,
      ...owner,
      version: stored.version,
      metadata: metadataOf(stored, facts, clock.now()),
      userMetadata: facts.userMetadata,
    }
    return await refusedAs(write({ db }, claims, draft, stored, isUpsert), {
      duplicate: fileExists,
      referenced: noSuchBucket,
    })
  } catch (error) {
    await bytes.discard(stored.version).catch(() => {})
    throw error
  }
}

/** Runs as the server: policies were checked before, and callers have no right to write bytes. */
const write = (
  { db }: Pick<Files, 'db'>,
  claims: Caller['claims'],
  draft: FileDraft,
  stored: Stored,
  isUpsert: boolean,
) =>
  db.as({ ...theServer, claims }, async (sql) => {
    // Checked again, since the upload may have taken minutes.
    await requireCurrent(sql)
    if (isUpsert) await lockObjectPath(sql, draft)
    const file = await publishFile(sql, draft, stored, isUpsert)
    if (!file) throw bytesMissing()

    return file
  })

const metadataOf = ({ size, md5 }: Stored, facts: FinalFacts, now: Date) => ({
  eTag: `"${md5}"`,
  size,
  mimetype: facts.contentType,
  cacheControl: facts.cacheControl,
  lastModified: now.toISOString(),
  contentLength: size,
  httpStatusCode: 200,
  ...(facts.robotsTag !== null && { xRobotsTag: facts.robotsTag }),
})
