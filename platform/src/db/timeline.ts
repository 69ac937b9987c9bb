import type { ClientBase } from 'pg'
import { sqlState } from './errors.ts'

/** PostgreSQL counts the promotions of a cluster as timelines. Null on a standby. */
export const TIMELINE = `
  select case when pg_is_in_recovery() then null
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
         end as timeline`

/** Not implemented, not allowed, or unknown, as on some managed servers. */
const LACKING = new Set(['0A000', '42501', '42883'])

export const lacksTimeline = (error: unknown): boolean => LACKING.has(sqlState(error) ?? '')

export async function timelineOf(client: ClientBase): Promise<number | null> {
  try {
    return (await client.query<{ timeline: number | null }>(TIMELINE)).rows[0]?.timeline ?? null
  } catch (error) {
    if (!lacksTimeline(error)) throw error
    return null
  }
}
