import type { Sql } from '#db/database.ts'

/**
 * After this time no request that stores the object can still be under way, so that it is not stored after it was deleted.
 */
const AFTER_UPLOADS = `interval '10 minutes'`

/** Deletions of versions queue themselves; this is for an object whose version was deleted before. */
export async function queueDeletion(sql: Sql, key: string): Promise<void> {
  await sql.query(
    `insert into storage_private.s3_deletions (key, due_at)
     select $1, ops.now() + ${AFTER_UPLOADS}
      where not exists (select from storage_private.versions where s3_key = $1)
     on conflict (key) do nothing`,
    [key],
  )
}

/** Some that are due. They become due again later, in case this server dies or the service is away. */
export async function claimDeletions(sql: Sql, most: number): Promise<string[]> {
  const { rows } = await sql.query<{ key: string }>(
    `update storage_private.s3_deletions set due_at = ops.now() + interval '30 minutes'
      where key in (select key from storage_private.s3_deletions
                     where due_at <= ops.now()
                       and not exists (select from storage_private.versions where s3_key = key)
                     order by due_at limit $1 for update skip locked)
     returning key`,
    [most],
  )

  return rows.map(({ key }) => key)
}

export async function deletionsDone(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql.query('delete from storage_private.s3_deletions where key = any ($1::uuid[])', [keys])
}
