import type { Sql } from './database.ts'

export type Lease = { name: string; holder: string; seconds: number }

/**
 * Takes or renews a lease; false while somebody else holds it. It expires, so that a crash blocks nobody for long. One that ends an
 * hour later than a new one was taken before the clock was set back.
 */
export async function takeLease(sql: Sql, { name, holder, seconds }: Lease): Promise<boolean> {
  const { rowCount } = await sql.query(TAKE, [name, holder, seconds])

  return rowCount > 0
}

const TAKE = `
  insert into ops.leases as lease (name, holder, until)
  values ($1, $2, ops.now() + $3 * interval '1 second')
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
   where lease.until <= ops.now()
      or lease.until > excluded.until + interval '1 hour'
      or lease.holder = excluded.holder`

export async function dropLease(sql: Sql, { name, holder }: Omit<Lease, 'seconds'>): Promise<void> {
  await sql.query('delete from ops.leases where name = $1 and holder = $2', [name, holder])
}

export async function deleteOldLeases(sql: Sql): Promise<void> {
  await sql.query(`delete from ops.leases where until < ops.now() - interval '1 hour'`)
}
