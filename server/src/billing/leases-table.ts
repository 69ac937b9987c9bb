import type { Sql } from '@app/platform/db/database.ts'

/** Returns false while somebody else holds it. A lease expires, so that a crash blocks nobody for long. */
export async function takeLease(
  sql: Sql,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into ops.leases as lease (name, holder, until)
     values ($1, $2, ops.now() + $3 * interval '1 second')
     on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where lease.until <= ops.now() or lease.holder = excluded.holder`,
    [name, holder, seconds],
  )

  return rowCount > 0
}

export async function dropLease(sql: Sql, name: string, holder: string): Promise<void> {
  await sql.query('delete from ops.leases where name = $1 and holder = $2', [name, holder])
}

export async function dropOldLeases(sql: Sql): Promise<void> {
  await sql.query(`delete from ops.leases where until < ops.now() - interval '1 hour'`)
}
