import { type Database, type Sql, theServer } from '#db/database.ts'

/** A file whose row was in the dump, and whose bytes are still to come. */
export type AwaitedFile = {
  bucket: string
  name: string
  /** The row of the source; every value is a text. */
  facts: Record<string, string | null>
}

export async function hasAwaitedFiles(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>(
    `select to_regclass('supabase_migrations.awaited_files') is not null as has`,
  )

  return rows[0]?.has === true
}

export async function awaitedAfter(
  sql: Sql,
  last: Pick<AwaitedFile, 'bucket' | 'name'>,
  most: number,
): Promise<AwaitedFile[]> {
  const { rows } = await sql.query<AwaitedFile>(
    `select bucket, name, facts from supabase_migrations.awaited_files
      where (bucket, name) > ($1, $2) order by bucket, name limit $3`,
    [last.bucket, last.name, most],
  )

  return rows
}

export async function countAwaited(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'select count(*)::int as count from supabase_migrations.awaited_files',
  )

  return rows[0]?.count ?? 0
}

export async function dropAwaited(sql: Sql): Promise<void> {
  await sql.query('drop table if exists supabase_migrations.awaited_files')
}

type Arrived = { version: string; size: number; md5: string; isChanged: boolean }

/** Publishes stored bytes under the row of the source, and stops awaiting them. */
export async function publishAwaited(
  db: Database,
  { bucket, name, facts }: AwaitedFile,
  { version, size, md5, isChanged }: Arrived,
): Promise<void> {
  const metadata = JSON.parse(facts.metadata ?? '{}') as Record<string, unknown>
  const measured = { eTag: `"${md5}"`, size, contentLength: size }
  const hasOwn = !isChanged && metadata.eTag !== undefined

  await db.as(theServer, async (sql) => {
    await sql.query(
      'update storage_private.versions set size = $2, md5 = $3 where version = $1::uuid',
      [version, size, md5],
    )
    await sql.query(
      `insert into storage.objects (id, bucket_id, name, owner, owner_id, created_at, updated_at,
                                    last_accessed_at, metadata, user_metadata, version)
       values (coalesce($1::uuid, gen_random_uuid()), $2, $3, $4::uuid, $5, coalesce($6::timestamptz, now()),
               coalesce($7::timestamptz, now()), coalesce($8::timestamptz, now()), $9::jsonb, $10::jsonb, $11)
       on conflict do nothing`,
      [
        facts.id,
        bucket,
        name,
        facts.owner,
        facts.owner_id ?? facts.owner,
        facts.created_at,
        facts.updated_at,
        facts.last_accessed_at,
        JSON.stringify(hasOwn ? metadata : { ...metadata, ...measured }),
        facts.user_metadata,
        version,
      ],
    )
    await sql.query(
      'delete from supabase_migrations.awaited_files where bucket = $1 and name = $2',
      [bucket, name],
    )
  })
}
