import { type Database, type Sql, theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'

/** The size of a row's chunk; only the last one may be shorter. */
export const CHUNK_BYTES = 262_144

// PostgreSQL splits the batch into rows: one parameter, one statement.
const ROWS_OF = (bytes: string) =>
  `generate_series(0, (octet_length(${bytes}) + ${CHUNK_BYTES - 1}) / ${CHUNK_BYTES} - 1) as i`
const CUT_OF = (bytes: string) =>
  `substring(${bytes} from i * ${CHUNK_BYTES} + 1 for ${CHUNK_BYTES})`

/** Creates an unpublished version from its first bytes. */
export async function insertVersion(sql: Sql, version: string, bytes: Uint8Array): Promise<void> {
  await sql.query(
    `with begun as (
       insert into storage_private.versions (version, chunk_size, created_at)
       values ($1, ${CHUNK_BYTES}, ops.now()) returning version
     )
     insert into storage_private.chunks (version, seq, data)
     select version, i, ${CUT_OF('$2::bytea')} from begun, ${ROWS_OF('$2::bytea')}`,
    [version, bytes],
  )
}

export async function appendBytes(
  sql: Sql,
  version: string,
  seq: number,
  bytes: Uint8Array,
): Promise<void> {
  await sql.query(
    `insert into storage_private.chunks (version, seq, data)
     select $1, $2::int + i, ${CUT_OF('$3::bytea')} from ${ROWS_OF('$3::bytea')}`,
    [version, seq, bytes],
  )
}

/** The same beside others who write the same bytes; what is there already stays. */
export async function fillBytes(
  sql: Sql,
  version: string,
  seq: number,
  bytes: Uint8Array,
): Promise<void> {
  await sql.query(
    `insert into storage_private.chunks (version, seq, data)
     select $1, $2::int + i, ${CUT_OF('$3::bytea')} from ${ROWS_OF('$3::bytea')}
     on conflict (version, seq) do nothing`,
    [version, seq, bytes],
  )
}

/** Copies chunks of another version, in batches. */
export async function copyChunks(
  sql: Sql,
  { from, to, seq, count }: { from: string; to: string; seq: number; count: number },
): Promise<number> {
  const { rowCount } = await sql.query(
    `insert into storage_private.chunks (version, seq, data)
     select $2, seq, data from storage_private.chunks
      where version = $1 and seq >= $3 and seq < $3::int + $4::int`,
    [from, to, seq, count],
  )

  return rowCount
}

const OFFSET = `seq * ${CHUNK_BYTES}::bigint`
const SKIPPED = `greatest($2::bigint - ${OFFSET}, 0)`

// Stored uncompressed and sliced in the database, so that a few bytes are read without the rest of a row.
const READ = `
  select substring(data from ${SKIPPED}::int + 1
                   for (least($3::bigint - ${OFFSET}, ${CHUNK_BYTES - 1}) - ${SKIPPED})::int + 1) as data
    from storage_private.chunks
   where version = $1 and seq between $2::bigint / ${CHUNK_BYTES} and $3::bigint / ${CHUNK_BYTES}
   order by seq`

/** The bytes between two positions, both included. */
export async function readChunks(
  db: Database,
  version: string,
  { from, to }: { from: number; to: number },
): Promise<Buffer[]> {
  const { rows } = await db.ask<{ data: Buffer }>(theServer, {
    text: READ,
    values: [version, from, to],
    binary: true,
  })

  return rows.map(({ data }) => data)
}

/** Creates an unpublished version whose bytes are an object of that name. A copy has the same bytes as another version. */
export async function insertS3Version(sql: Sql, version: string, copyOf?: string): Promise<void> {
  await sql.query(
    `insert into storage_private.versions (version, s3_key, sha256, created_at)
     values ($1, $1, (select sha256 from storage_private.versions where version = $2), ops.now())`,
    [version, copyOf ?? null],
  )
}

/** Whether the version still exists: a clean-up may have deleted it during a very long upload. */
export async function recordSha256(sql: Sql, version: string, sha256: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    'update storage_private.versions set sha256 = $2 where version = $1',
    [version, sha256],
  )

  return rowCount > 0
}

/** null: its bytes are in the database, or there is no such version. */
export async function findS3Key(sql: Sql, version: string): Promise<string | null> {
  const { rows } = await sql.query<{ s3_key: string | null }>(
    'select s3_key from storage_private.versions where version = $1',
    [version],
  )

  return rows[0]?.s3_key ?? null
}

export async function hasVersionsInS3(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query(
    'select from storage_private.versions where s3_key is not null limit 1',
  )

  return rows.length > 0
}

/** Marks versions that no file uses; running downloads still find the bytes. */
export async function markVersionsUnused(sql: Sql, versions: (string | null)[]): Promise<void> {
  const known = versions.filter((version) => version !== null && isUuid(version))
  if (known.length === 0) return

  await sql.query(
    `update storage_private.versions as old
        set dead_at = ops.now()
      where version = any ($1::uuid[])
        and not exists (select from storage.objects where version = old.version::text)`,
    [known],
  )
}

/** Deletes an unpublished version. If it was published, although the answer was lost, it stays. */
export async function deleteVersion(sql: Sql, version: string): Promise<void> {
  await sql.query(
    `delete from storage_private.versions
      where version = $1::uuid and not exists (select from storage.objects where version = $1::text)`,
    [version],
  )
}

/**
 * Deletes unused versions after the longest download, and unfinished ones after the longest upload. Only a few at a time, because their
 * bytes are deleted with them.
 */
export async function deleteLeftovers(sql: Sql, most: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from storage_private.versions
      where version in (
        select version from storage_private.versions as old
         where coalesce(dead_at + interval '10 minutes', created_at + interval '1 hour') < ops.now()
           and not exists (select from storage.objects where version = old.version::text)
         limit $1)`,
    [most],
  )

  return rowCount
}
