import { type Caller, theServer } from '#db/database.ts'
import { bytesMissing, fileExists, noSuchBucket, refusedAs } from './errors.ts'
import type { Files } from './files.ts'
import {
  type FileDraft,
  type FileRow,
  lockPlace,
  type Place,
  publishFile,
} from './objects-table.ts'
import { requireCurrent } from './require-current.ts'
import { filesSql } from './storage-caller.ts'
import type { Stored } from './store-bytes.ts'
import { deleteVersion } from './versions-table.ts'

type Needs = Pick<Files, 'db' | 'clock'>

export type Publication = {
  place: Place
  owner: { owner: string | null; ownerId: string | null }
  isUpsert: boolean
  stored: Stored
  /** Whose token asked for it; empty when the server did. */
  claims: Caller['claims']
}

type LastFacts = {
  contentType: string
  cacheControl: string
  robotsTag: string | null
  userMetadata: Record<string, unknown>
}

/** Puts stored bytes in their place, or lets them go: `lastWord` may still refuse. */
export async function publish(
  { db, clock }: Needs,
  { place, owner, isUpsert, stored, claims }: Publication,
  lastWord: () => Promise<LastFacts>,
): Promise<FileRow> {
  try {
    const facts = await lastWord()
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
    await deleteVersion(filesSql(db), stored.version).catch(() => {})
    throw error
  }
}

/** As the server: policies have spoken, and the bytes are out of every caller's reach. */
const write = (
  { db }: Pick<Files, 'db'>,
  claims: Caller['claims'],
  draft: FileDraft,
  stored: Stored,
  isUpsert: boolean,
) =>
  db.as({ ...theServer, claims }, async (sql) => {
    // Again, since the bytes may have taken minutes.
    await requireCurrent(sql)
    if (isUpsert) await lockPlace(sql, draft)
    const file = await publishFile(sql, draft, stored, isUpsert)
    if (!file) throw bytesMissing()

    return file
  })

const metadataOf = ({ size, md5 }: Stored, facts: LastFacts, now: Date) => ({
  eTag: `"${md5}"`,
  size,
  mimetype: facts.contentType,
  cacheControl: facts.cacheControl,
  lastModified: now.toISOString(),
  contentLength: size,
  httpStatusCode: 200,
  ...(facts.robotsTag !== null && { xRobotsTag: facts.robotsTag }),
})
