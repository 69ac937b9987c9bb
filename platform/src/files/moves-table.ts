import type { Sql } from '#db/database.ts'

export type Movable = {
  version: string
  size: number
  md5: string
  key: string | null
  sha256: string | null
}

/** Published versions of the other home, in the order of their ids. */
export async function findMovable(
  sql: Sql,
  to: 'database' | 's3',
  after: string | null,
  most: number,
): Promise<Movable[]> {
  const { rows } = await sql.query<Movable>(
    `select version, size::float8 as size, md5, s3_key as key, sha256
       from storage_private.versions
      where s3_key is ${to === 's3' ? '' : 'not '}null and dead_at is null and size is not null and md5 is not null
        and ($1::uuid is null or version > $1)
      order by version limit $2`,
    [after, most],
  )

  return rows
}

/** Before the object is stored, so that the clean-up finds one whose move was not finished. */
export async function planMove(sql: Sql, key: string): Promise<void> {
  await sql.query(
    `insert into storage_private.s3_deletions (key, due_at) values ($1, ops.now() + interval '2 hours')`,
    [key],
  )
}

/** The clean-up must not have begun with the object; between it and this are minutes. */
const NOT_DUE = `due_at > ops.now() + interval '5 minutes'`

/** In one statement: what reads the version finds its bytes in the one home or in the other. */
export async function moveToS3(
  sql: Sql,
  { version, key, sha256 }: { version: string; key: string; sha256: string },
): Promise<boolean> {
  const { rows } = await sql.query(
    `with moved as (
       update storage_private.versions set s3_key = $2, sha256 = $3
        where version = $1 and s3_key is null
          and exists (select from storage_private.s3_deletions where key = $2 and ${NOT_DUE})
       returning version
     ),
     finished as (
       delete from storage_private.s3_deletions where key = $2 and exists (select from moved)
     ),
     freed as (
       delete from storage_private.chunks where version in (select version from moved)
     )
     select version from moved`,
    [version, key, sha256],
  )

  return rows.length > 0
}

/** The object stays for those who are reading it. */
export async function moveToDatabase(
  sql: Sql,
  { version, key }: { version: string; key: string },
): Promise<boolean> {
  const { rows } = await sql.query(
    `with moved as (
       update storage_private.versions set s3_key = null where version = $1 and s3_key = $2
       returning version
     ),
     queued as (
       insert into storage_private.s3_deletions (key, due_at)
       select $2, ops.now() + interval '10 minutes' from moved
     )
     select version from moved`,
    [version, key],
  )

  return rows.length > 0
}
