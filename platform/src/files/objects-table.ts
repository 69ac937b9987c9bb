import type { Sql } from '#db/database.ts'
import { lockName } from '#db/lock-name.ts'

/** A file's metadata. Seeded rows may lack some of it. */
export type FileMetadata = {
  eTag?: string
  size?: number
  mimetype?: string
  cacheControl?: string
  lastModified?: string
  contentLength?: number
  httpStatusCode?: number
  xRobotsTag?: string
}

export type FileRow = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  version: string | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
  metadata: FileMetadata | null
  user_metadata: Record<string, unknown> | null
}

export type ObjectPath = { bucketId: string; name: string }

const COLUMNS = `id, bucket_id, name, owner, owner_id, version, created_at, updated_at,
  last_accessed_at, metadata, user_metadata`

export async function findFile(sql: Sql, { bucketId, name }: ObjectPath): Promise<FileRow | null> {
  const { rows } = await sql.query<FileRow>(
    `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [bucketId, name],
  )

  return rows[0] ?? null
}

/** A file and whether its bucket is public, in one query; null if the bucket does not exist. */
export async function findInBucket(
  sql: Sql,
  { bucketId, name }: ObjectPath,
): Promise<{ isPublic: boolean; file: FileRow | null } | null> {
  const { rows } = await sql.query<FileRow & { is_public: boolean }>(
    `select bucket.public as is_public, object.*
       from storage.buckets as bucket
       left join (select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2) as object
         on true
      where bucket.id = $1`,
    [bucketId, name],
  )
  if (!rows[0]) return null

  const { is_public: isPublic, ...file } = rows[0]
  return { isPublic, file: file.id === null ? null : file }
}

export async function findNames(sql: Sql, bucketId: string, names: string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1 and name = any ($2)',
    [bucketId, names],
  )

  return new Set(rows.map(({ name }) => name))
}

/** The columns that a writer sets. */
export type FileDraft = ObjectPath & {
  owner: string | null
  ownerId: string | null
  version: string
  metadata: FileMetadata
  userMetadata: Record<string, unknown>
}

const DRAFT = '(bucket_id, name, owner, owner_id, version, metadata, user_metadata)'

const REPLACE = `on conflict (bucket_id, name) do update
  set owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata`

const valuesOf = (draft: FileDraft) => [
  draft.bucketId,
  draft.name,
  draft.owner,
  draft.ownerId,
  draft.version,
  JSON.stringify(draft.metadata),
  JSON.stringify(draft.userMetadata),
]

/** Returns nothing, because a caller who may add a file may lack the right to read it. */
export async function insertFile(sql: Sql, draft: FileDraft): Promise<void> {
  await sql.query(
    `insert into storage.objects ${DRAFT} values ($1, $2, $3, $4, $5, $6, $7)`,
    valuesOf(draft),
  )
}

export async function upsertFile(sql: Sql, draft: FileDraft): Promise<void> {
  await sql.query(
    `insert into storage.objects ${DRAFT} values ($1, $2, $3, $4, $5, $6, $7)
     ${REPLACE} returning id`,
    valuesOf(draft),
  )
}

export type Finished = { size: number; md5: string }

const UUID = '^[0-9a-f-]{36}$'

// The clean-up checks again whether a file uses it, so a race with a move is safe.
const MARK_REPLACED = `
  marked as (
    update storage_private.versions set dead_at = ops.now()
     where version in (select version::uuid from storage.objects
                        where bucket_id = $1 and name = $2 and version ~ '${UUID}')
  ),`

/**
 * Publishes a finished version: writes the row and its metadata and marks the replaced version unused, in one statement. Writes no row if
 * the version was deleted.
 */
export async function publishFile(
  sql: Sql,
  draft: FileDraft,
  { size, md5 }: Finished,
  isUpsert: boolean,
): Promise<FileRow | null> {
  const { rows } = await sql.query<FileRow>(
    `with ${isUpsert ? MARK_REPLACED : ''} finished as (
       update storage_private.versions set size = $8, md5 = $9 where version = $5::uuid returning version
     )
     insert into storage.objects ${DRAFT}
     select $1, $2, $3, $4, $5::text, $6, $7 from finished
     ${isUpsert ? REPLACE : ''}
     returning ${COLUMNS}`,
    [...valuesOf(draft), size, md5],
  )

  return rows[0] ?? null
}

/** Serialises writers of one path, so that each sees the version it replaces. */
export const lockObjectPath = (sql: Sql, { bucketId, name }: ObjectPath) =>
  lockName(sql, `${bucketId}/${name}`)

export async function moveFile(
  sql: Sql,
  from: ObjectPath,
  to: ObjectPath,
  { owner, ownerId }: { owner: string | null; ownerId: string | null },
): Promise<FileRow | null> {
  const { rows } = await sql.query<FileRow>(
    `update storage.objects
        set bucket_id = $3, name = $4, owner = $5, owner_id = $6
      where bucket_id = $1 and name = $2
     returning ${COLUMNS}`,
    [from.bucketId, from.name, to.bucketId, to.name, owner, ownerId],
  )

  return rows[0] ?? null
}

export async function deleteFiles(sql: Sql, bucketId: string, names: string[]): Promise<FileRow[]> {
  const { rows } = await sql.query<FileRow>(
    `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${COLUMNS}`,
    [bucketId, names],
  )

  return rows
}

/** Deletes files of a bucket, up to a limit. */
export async function deleteSome(sql: Sql, bucketId: string, most: number): Promise<FileRow[]> {
  const { rows } = await sql.query<FileRow>(
    `delete from storage.objects
      where id in (select id from storage.objects where bucket_id = $1 limit $2)
     returning ${COLUMNS}`,
    [bucketId, most],
  )

  return rows
}
