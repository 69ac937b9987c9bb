import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '#db/database.ts'

const WAIT_LIMIT_MS = 2_000
const LOOK_EVERY_MS = 20

/** From its commit on, transactions record what they change in these tables. */
export async function watchTables(
  sql: Sql,
  server: string,
  tables: readonly string[],
  leaseMs: number,
): Promise<void> {
  await sql.query(
    `insert into realtime_private.watched (relation, server, until)
     select oid, $1, clock_timestamp() + $3 * interval '1 millisecond' from unnest($2::oid[]) as oid
     on conflict (relation, server) do update set until = excluded.until`,
    [server, tables, leaseMs],
  )
}

export async function unwatchTables(
  sql: Sql,
  server: string,
  tables: readonly string[],
): Promise<void> {
  await sql.query(
    'delete from realtime_private.watched where server = $1 and relation = any($2::oid[])',
    [server, tables],
  )
}

/** Renews the leases; false if one has lapsed, since changes may not have been recorded meanwhile. */
export async function renewLeases(
  sql: Sql,
  { server, snapshot }: { server: string; snapshot: string },
  tables: readonly string[],
  leaseMs: number,
): Promise<boolean> {
  const { rows } = await sql.query<{ renewed: number; reads: boolean }>(
    `with renewed as (
       update realtime_private.watched set until = clock_timestamp() + $3 * interval '1 millisecond'
        where server = $1 and relation = any($2::oid[]) and until > clock_timestamp()
       returning relation
     ), reading as (
       update realtime_private.readers set until = clock_timestamp() + $3 * interval '1 millisecond', snapshot = $4
        where server = $1 and until > clock_timestamp()
       returning server
     )
     select (select count(*)::integer from renewed) as renewed, exists (select from reading) as reads`,
    [server, tables, leaseMs, snapshot],
  )

  return rows[0]?.renewed === tables.length && rows[0].reads
}

/**
 * Waits for the transactions that may have written these tables before they were watched. One that takes longer is not told whole.
 */
export async function waitForWriters(sql: Sql, tables: readonly string[]): Promise<void> {
  const writers = await writersOf(sql, tables)
  const until = performance.now() + WAIT_LIMIT_MS
  let left = writers

  while (left.length > 0 && performance.now() < until) {
    await pause(LOOK_EVERY_MS)
    const now = new Set(await writersOf(sql, tables))
    left = left.filter((writer) => now.has(writer))
  }
}

async function writersOf(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ writer: string }>(WRITERS, [tables])

  return rows.map(({ writer }) => writer)
}

const WRITERS = `
  select distinct virtualtransaction as writer
    from pg_locks
   where locktype = 'relation' and granted and pid is distinct from pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())
     and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
     and relation in (
       select coalesce(part.relid, table_oid)
         from unnest($1::oid[]) as table_oid
         left join lateral pg_partition_tree(table_oid) as part on true
     )`
