import type pg from 'pg'
import { StartError } from '#errors/start-error.ts'

/**
 * Refuses servers that accept connections but later fail. A standby accepts neither writes nor LISTEN. A pooler shares backends among
 * clients, so prepared statements, settings and locks of connections would mix.
 */
export async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; is_standby: boolean }>(
    'select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby',
  )

  if (rows[0]?.is_standby) {
    throw new StartError(
      `The database at ${addressOf(client)} is a standby, which cannot be written: use the address of the primary.`,
    )
  }
  if (rows[0]?.pid !== announcedPid(client)) {
    throw new StartError(
      `The database at ${addressOf(client)} is behind a connection pooler, which is not supported: use the address of PostgreSQL itself.`,
    )
  }
}

/** The process id for cancel requests, announced at login. A pooler announces an id of its own. The driver's types lack it. */
const announcedPid = (client: pg.Client): unknown => Reflect.get(client, 'processID')

/** Host and port only: the address contains a password. */
export const addressOf = ({ host, port }: pg.Client): string => `${host}:${port}`
