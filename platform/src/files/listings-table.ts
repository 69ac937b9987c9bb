import type { Sql } from '#db/database.ts'
import type { FileMetadata } from './objects-table.ts'

export type FolderEntry = {
  name: string
  /** A folder has only a name. */
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: FileMetadata | null
}

export type FolderQuery = {
  bucketId: string
  /** A case-insensitive prefix. */
  beginning: string
  /** Which segment of the path is listed; the first is 1. */
  level: number
  limit: number
  offset: number
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
  order: 'asc' | 'desc'
}

export async function listFolder(sql: Sql, query: FolderQuery): Promise<FolderEntry[]> {
  const { column, order } = query
  const sorted =
    column === 'name'
      ? `lower(name) collate "C" ${order}, name collate "C" ${order}`
      : `(id is not null), ${column} ${order}, name collate "C" ${order}`

  const { rows } = await sql.query<FolderEntry>(
    `with found as (
       select path_tokens[$3::int] as name, cardinality(path_tokens) > $3::int as is_folder,
              id, updated_at, created_at, last_accessed_at, metadata
         from storage.objects
        where bucket_id = $1 and lower(name) collate "C" like lower($2)
     )
     select name, id, updated_at, created_at, last_accessed_at, metadata
       from (select distinct name, null::uuid as id, null::timestamptz as updated_at,
                    null::timestamptz as created_at, null::timestamptz as last_accessed_at,
                    null::jsonb as metadata
               from found where is_folder
             union all
             select name, id, updated_at, created_at, last_accessed_at, metadata
               from found where not is_folder) as entries
      order by ${sorted}
      limit $4 offset $5`,
    [query.bucketId, `${escapeLike(query.beginning)}%`, query.level, query.limit, query.offset],
  )

  return rows
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

export type PageEntry = FolderEntry & {
  is_folder: boolean
  /** The value it is sorted by, to the microsecond. */
  sorted_at: string
}

export type Mark = { isFolder: boolean; name: string; sortedAt: string }

export type PageQuery = {
  bucketId: string
  prefix: string
  hasDelimiter: boolean
  column: 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
  after: Mark | null
  limit: number
}

const EPOCH = `timestamptz 'epoch'`

/** Files below a prefix, starting at a mark; with a delimiter, also the folders directly below it. */
export async function listPage(sql: Sql, query: PageQuery): Promise<PageEntry[]> {
  const { column, order, after } = query
  const time = column === 'name' ? EPOCH : column
  const beyond = order === 'asc' ? '>' : '<'
  // By name, folders sort among the files; by time, which they lack, they come first.
  const folderTurn = column === 'name' ? 1 : 0

  // No name contains a ~, and all allowed characters sort before it.
  const { rows } = await sql.query<PageEntry>(
    `with found as (
       select *, case when $3 then position('/' in substr(name, length($2) + 1)) else 0 end as cut
         from storage.objects
        where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $2 || '~'
     ), entries as (
       select distinct ${folderTurn} as turn, left(name, length($2) + cut) as name, true as is_folder,
              null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
              null::timestamptz as last_accessed_at, null::jsonb as metadata, ${EPOCH} as sorted_at
         from found where cut > 0
       union all
       select 1, name, false, id, updated_at, created_at, last_accessed_at, metadata, ${time}
         from found where cut = 0
     )
     select name, is_folder, id, updated_at, created_at, last_accessed_at, metadata,
            sorted_at::text as sorted_at
       from entries
      where $4::text is null or turn > $5
         or (turn = $5 and (sorted_at, name collate "C") ${beyond} ($6::timestamptz, $4 collate "C"))
      order by turn, sorted_at ${order}, name collate "C" ${order}
      limit $7`,
    [
      query.bucketId,
      query.prefix,
      query.hasDelimiter,
      after?.name ?? null,
      after?.isFolder ? folderTurn : 1,
      after?.sortedAt ?? null,
      query.limit,
    ],
  )

  return rows
}
