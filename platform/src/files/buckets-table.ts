import type { Sql } from '#db/database.ts'

export type Bucket = {
  id: string
  name: string
  owner: string | null
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Date
  updated_at: Date
  type: 'STANDARD' | 'ANALYTICS'
}

const COLUMNS = `id, name, owner, public, file_size_limit::float8, allowed_mime_types,
  created_at, updated_at, type`

export async function findBucket(sql: Sql, id: string): Promise<Bucket | null> {
  const { rows } = await sql.query<Bucket>(`select ${COLUMNS} from storage.buckets where id = $1`, [
    id,
  ])

  return rows[0] ?? null
}

export type BucketOrder = {
  search: string
  limit: number | null
  offset: number
  column: 'id' | 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

export async function listBuckets(
  sql: Sql,
  { search, limit, offset, column, order }: BucketOrder,
): Promise<Bucket[]> {
  const { rows } = await sql.query<Bucket>(
    `select ${COLUMNS}
       from storage.buckets
      where strpos(lower(name), lower($1)) > 0
      order by ${column} ${order}
      limit $2 offset $3`,
    [search, limit, offset],
  )

  return rows
}

export type NewBucket = Pick<
  Bucket,
  'id' | 'name' | 'owner' | 'public' | 'file_size_limit' | 'allowed_mime_types'
> & { owner_id: string | null }

export async function insertBucket(sql: Sql, bucket: NewBucket): Promise<void> {
  await sql.query(
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      bucket.id,
      bucket.name,
      bucket.owner,
      bucket.owner_id,
      bucket.public,
      bucket.file_size_limit,
      bucket.allowed_mime_types,
    ],
  )
}

/** Undefined leaves a column unchanged; null removes a limit. */
export type BucketChange = {
  public?: boolean | undefined
  file_size_limit?: number | null | undefined
  allowed_mime_types?: string[] | null | undefined
}

export async function updateBucket(sql: Sql, id: string, change: BucketChange): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update storage.buckets
        set public = coalesce($2, public),
            file_size_limit = case when $3 then $4 else file_size_limit end,
            allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
            updated_at = now()
      where id = $1`,
    [
      id,
      change.public ?? null,
      change.file_size_limit !== undefined,
      change.file_size_limit ?? null,
      change.allowed_mime_types !== undefined,
      change.allowed_mime_types ?? null,
    ],
  )

  return rowCount > 0
}

export async function deleteBucket(sql: Sql, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from storage.buckets where id = $1', [id])

  return rowCount > 0
}

export async function isEmptyBucket(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await sql.query('select from storage.objects where bucket_id = $1 limit 1', [id])

  return rows.length === 0
}
