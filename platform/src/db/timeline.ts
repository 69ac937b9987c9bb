import type { ClientBase } from 'pg'
import { sqlState } from './errors.ts'

/** PostgreSQL counts the promotions of a cluster as timelines. Null on a standby. */
export const TIMELINE = `
  select case when pg_is_in_recovery() then null
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
         end as timeline`

/** Null where the functions are missing or not allowed, as on some managed servers. */
export async function timelineOf(client: ClientBase): Promise<number | null> {
  try {
    return (await client.query<{ timeline: number | null }>(TIMELINE)).rows[0]?.timeline ?? null
  } catch (error) {
    if (sqlState(error) === undefined) throw error
    return null
  }
}
